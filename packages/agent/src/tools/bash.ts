import { statSync } from 'node:fs';
import type { ToolCall } from '@caliban/calls';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { textField } from './fields.ts';
import { applyRehearsal } from './shell/apply-rehearsal.ts';
import type { FoundShell } from './shell/find-shell.ts';
import { runInBackground } from './shell/run-in-background.ts';
import { runInForeground } from './shell/run-in-foreground.ts';
import { NotConfinedError } from './shell/start-shell.ts';
import type { ProcessGroups, Tool, ToolContext } from './tool.ts';
import { done, failed } from './tool-output.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;

export function createBashTool(shell: FoundShell): Tool {
  return defineTool({
    name: 'Bash',
    description:
      `Runs a command with ${shell.dialect} and returns its output, both streams in order. The working directory ` +
      'is kept from call to call; variables are not. There is no terminal and no standard input. With ' +
      '`run_in_background` it returns at once and says in which file the output grows (use Read) and how to end it.',
    access: 'execute',
    input: z.strictObject({
      command: textField('command').describe('The command line'),
      description: z.string().optional().describe('What it does, in a few words, for the person who is asked'),
      timeout: z
        .int()
        .min(1)
        .max(MAX_TIMEOUT_MS)
        .optional()
        .describe(`After how many milliseconds it is ended; ${DEFAULT_TIMEOUT_MS} when absent`),
      run_in_background: z.boolean().optional().describe('Do not wait for it'),
    }),
    async run({ command, timeout = DEFAULT_TIMEOUT_MS, run_in_background = false }, call, context) {
      const cwd = verifiedDirectory(call);
      if (!isDirectory(cwd)) return failed(backToWorkspace(cwd, context));

      const rehearsed = context.session.rehearsals?.take(call) ?? null;
      if (rehearsed !== null) return applyRehearsal(rehearsed, context.session);

      const { env, processes } = context.session;

      const { launcher, confined } = endsOwnGroup(command, processes)
        ? UNCONFINED_RUN
        : { launcher: context.session.launcher, confined: context.confined };
      try {
        if (!run_in_background)
          return await runInForeground({ shell, command, cwd, timeoutMs: timeout, launcher, confined }, context);
        const { blocked } = context;
        const start = { shell, script: command, cwd, env, launcher, confined, processes, blocked };
        const { pid, file } = await runInBackground(start);
        return done(`running in the background as process group ${pid}; output: ${file}; to end it: kill -- -${pid}`);
      } catch (error) {
        if (error instanceof NotConfinedError) return failed(error.message);
        throw error;
      }
    },
  });
}

const UNCONFINED_RUN = { launcher: undefined, confined: undefined };

/** A confined process can't see processes outside, and so can't end what runs in the background. */
function endsOwnGroup(command: string, { has }: ProcessGroups): boolean {
  const [, pid] = /^kill (?:-(?:TERM|KILL|INT|HUP|15|9|2|1) )?-- -(\d{1,9})$/.exec(command) ?? [];
  return pid !== undefined && has(Number(pid));
}

/** The directory against which the gate resolved the command's relative paths. */
function verifiedDirectory({ context: { workspace, cwd = workspace } }: ToolCall): string {
  return cwd;
}

/** The command isn't run there instead: it was judged for another directory. */
function backToWorkspace(gone: string, { session }: ToolContext): string {
  session.cwd = session.workspace;
  return `the working directory ${gone} is gone, so nothing was run; it is now ${session.workspace}. Run it again from there`;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
