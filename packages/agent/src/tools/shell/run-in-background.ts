import { join } from 'node:path';
import type { ProcessGroups } from '../tool.ts';
import { BackgroundLog } from './background-log.ts';
import { privateDirectory } from './private-directory.ts';
import { type ShellExit, type ShellStart, startShell } from './start-shell.ts';

export type BackgroundRun = { readonly pid: number; readonly file: string };

export type BackgroundStart = Omit<ShellStart, 'onOutput'> & {
  readonly processes: ProcessGroups;
  /** Called at its end with what confinement denied it, one sentence each. */
  readonly blocked?: ((what: readonly string[]) => void) | undefined;
};

let started = 0;

/** Its output goes to a file that Read can show and whose last line reports the exit; a plain `kill` ends it. */
export async function runInBackground({ processes, blocked, ...start }: BackgroundStart): Promise<BackgroundRun> {
  const file = join(privateDirectory(), `background-${++started}.log`);
  const log = new BackgroundLog(file);
  let end = '';
  try {
    const run = await startShell({
      ...start,
      onOutput(text) {
        end = (end + text).slice(-MAX_END);
        log.write(text);
      },
    });
    processes.add(run.pid);
    const noted = run.shellEnded.then((exit) => {
      const violations = run.launch.violations(end, start.cwd).map(({ text }) => text);
      if (violations.length > 0) blocked?.(violations);
      log.write(['', ...violations, endText(exit), ''].map((line) => (line === '' ? '' : `[${line}]`)).join('\n'));
    });
    void Promise.all([noted, run.allEnded]).then(() => log.close());
    run.letGo();
    return { pid: run.pid, file };
  } catch (error) {
    log.close();
    throw error;
  }
}

/** A program usually says why it failed at the end of its output. */
const MAX_END = 32_768;

function endText(exit: ShellExit): string {
  switch (exit.kind) {
    case 'code':
      return `the command ended with exit code ${exit.code}`;
    case 'killed':
      return 'the command was killed';
  }
}
