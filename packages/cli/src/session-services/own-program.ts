import { execFile } from 'node:child_process';
import { hookProgram } from '../install/hook-program.ts';
import type { Terminal } from '../process/terminal.ts';

export type OwnRun = { readonly exitCode: number; readonly out: string; readonly err: string };

/** Runs caliban with these arguments in a separate process, so that slow work doesn't block the screen. */
export function runOwnProgram(
  words: readonly string[],
  { cwd, env, home }: Pick<Terminal, 'cwd' | 'env' | 'home'>,
  signal: AbortSignal,
): Promise<OwnRun> {
  const [program = '', ...first] = hookProgram('user').words;
  const options = {
    ...{ cwd, signal, timeout: MAX_MS, maxBuffer: MAX_OUTPUT, killSignal: 'SIGKILL' as const },
    env: { ...env, HOME: home, NO_COLOR: '1' },
  };
  return new Promise((resolve) => {
    const child = execFile(program, [...first, ...words], options, (error, out, err) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : NOT_FINISHED;
      resolve({ exitCode, out, err: exitCode === NOT_FINISHED ? `${err}\nit did not finish` : err });
    });
    // No one can answer questions there.
    child.stdin?.end();
  });
}

const MAX_MS = 60_000;
const MAX_OUTPUT = 64 * 1024 * 1024;
const NOT_FINISHED = -1;
