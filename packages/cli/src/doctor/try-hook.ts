import { spawn } from 'node:child_process';
import type { HostName } from '@caliban/adapters/internal/hosts/host-adapter';

export type HookHealth = 'answers' | 'does not answer';

const PATIENCE_MS = 10_000;

/** Sends the program that `install` names something that is no call: it has to block that in the host's own way, and soon. */
export function tryHook(host: HostName, [program = '', ...words]: readonly string[]): Promise<HookHealth> {
  return new Promise((resolve) => {
    const hook = spawn(program, [...words, 'hook', host], { stdio: ['pipe', 'pipe', 'pipe'] });
    // Not the `timeout` of spawn: that one keeps us waiting for a program that never started.
    const patience = setTimeout(() => hook.kill(), PATIENCE_MS);
    const conclude = (health: HookHealth) => {
      clearTimeout(patience);
      resolve(health);
    };
    let said = '';
    hook.stdout.on('data', (chunk) => {
      said += chunk;
    });
    hook.stderr.on('data', (chunk) => {
      said += chunk;
    });
    hook.on('error', () => conclude('does not answer'));
    hook.on('close', (code) => conclude(said !== '' && code !== null ? 'answers' : 'does not answer'));
    hook.stdin.on('error', () => {});
    hook.stdin.end('{}');
  });
}
