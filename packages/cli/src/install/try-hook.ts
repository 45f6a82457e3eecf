import { type ChildProcess, spawn } from 'node:child_process';
import { HOSTS, type HostName, type HostReply } from '@caliban/adapters';
import { type HookProgram, hookCommand, hookWords, type InstallScope } from '@caliban/adapters/hosts';
import { CHECK_FAILED, checkFailed } from '../hook/one-answer.ts';
import type { Terminal } from '../process/terminal.ts';

/** `not found`: there is no such program. */
export type HookHealth = 'answers' | 'does not answer' | 'not found';

const PATIENCE_MS = 10_000;

/** Runs the line that `install` writes with an input that isn't a call: it has to refuse that in the host's own way, and soon. */
export async function tryHook(
  host: HostName,
  program: HookProgram,
  { env }: Pick<Terminal, 'env'>,
): Promise<HookHealth> {
  const direct = [...program.words, ...hookWords(program, host)];
  if (HOSTS[host].hasPlugin === true || process.platform === 'win32') return answerTo(host, direct, env);
  const health = await answerTo(host, ['/bin/sh', '-c', hookCommand(program, host)], env);
  if (health === 'answers') return health;
  // The line turns every failure into a refusal; only starting the program directly shows whether it exists.
  return (await answerTo(host, direct, env)) === 'not found' ? 'not found' : 'does not answer';
}

async function answerTo(
  host: HostName,
  [program = '', ...words]: readonly string[],
  env: Terminal['env'],
): Promise<HookHealth> {
  const adapter = await HOSTS[host].loadAdapter();
  const refusal = adapter.reply({ action: 'deny', message: checkFailed('') }, {});
  return new Promise((resolve) => {
    const hook = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], env, detached: true });
    // Not the `timeout` option of spawn: that one waits for a program that never started.
    const patience = setTimeout(() => endWithChildren(hook), PATIENCE_MS);
    const conclude = (health: HookHealth) => {
      clearTimeout(patience);
      resolve(health);
    };
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      hook[stream].on('data', (chunk) => {
        said[stream] += chunk;
      });
    }
    hook.on('error', ({ code }: NodeJS.ErrnoException) =>
      conclude(code === 'ENOENT' ? 'not found' : 'does not answer'),
    );
    hook.on('close', (exitCode) =>
      conclude(exitCode === refusal.exitCode && says(said, refusal) ? 'answers' : 'does not answer'),
    );
    hook.stdin.on('error', () => {});
    hook.stdin.end('{}');
  });
}

/** Killing only the shell leaves the program running, and with it the pipe we wait for. */
function endWithChildren({ pid }: Pick<ChildProcess, 'pid'>): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {}
}

/** Compares up to the cause, which other versions may word differently. */
function says(said: Pick<HostReply, 'stdout' | 'stderr'>, refusal: HostReply): boolean {
  return (['stdout', 'stderr'] as const).every((stream) => {
    const [opening = ''] = refusal[stream].split(CHECK_FAILED);
    return refusal[stream] === '' || said[stream].includes(opening + CHECK_FAILED);
  });
}

/** The consequence for the host; null: all is well. In a project's files the program is found by its name. */
export function hookTrouble(health: HookHealth, scope: InstallScope): string | null {
  const program = scope === 'project' ? '`caliban` on the PATH' : 'the program it starts';
  switch (health) {
    case 'answers':
      return null;
    case 'does not answer':
      return `${program} does not answer as caliban would; until it does, no call is judged`;
    case 'not found':
      return scope === 'project'
        ? '`caliban` is not on the PATH; until it is, every call is refused'
        : `${program} is gone; until it is back, every call is refused`;
  }
}
