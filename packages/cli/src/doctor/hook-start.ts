import { spawnSync } from 'node:child_process';
import type { Terminal } from '../process/terminal.ts';

/** In milliseconds; null if it couldn't be measured. */
export type HookStart = { readonly hookMs: number; readonly nodeMs: number } | null;

/** Measures one hook start, and a start of Node that does nothing. */
export function measureHookStart(words: readonly string[], { env }: Pick<Terminal, 'env'>): HookStart {
  const nodeMs = msOf([process.execPath, '-e', '0'], env);
  const hookMs = msOf([...words, 'hook', 'claude-code'], env);
  return nodeMs === null || hookMs === null ? null : { hookMs, nodeMs };
}

/** Reported only if people would notice: each call of an agent waits for it. */
export function isSlow(start: HookStart): boolean {
  return start !== null && start.hookMs > MAX_MS && start.hookMs > 3 * start.nodeMs;
}

const MAX_MS = 250;

/** Nothing to judge, so nothing is logged. */
const NO_CALL = '{"hook_event_name":"SessionStart"}';

function msOf([program = '', ...args]: readonly string[], env: Terminal['env']): number | null {
  const from = performance.now();
  const { error } = spawnSync(program, args, {
    input: NO_CALL,
    env,
    timeout: 10_000,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return error === undefined ? Math.round(performance.now() - from) : null;
}
