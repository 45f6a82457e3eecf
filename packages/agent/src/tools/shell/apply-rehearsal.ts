import { statSync } from 'node:fs';
import { plural } from '@caliban/calls/text';
import type { RehearsedCommand } from '../../rehearsal/rehearsals.ts';
import type { SessionState, ToolOutput } from '../tool.ts';
import { done, failed } from '../tool-output.ts';
import { exitNotices } from './run-in-foreground.ts';

/** The command ran in an overlay and its changes were approved: applies them without running the command again. */
export async function applyRehearsal(rehearsed: RehearsedCommand, session: SessionState): Promise<ToolOutput> {
  const { output, exitCode, cwd, changes } = rehearsed;
  const applied = await rehearsed.apply();
  if (!applied.ok)
    return failed(
      `nothing was changed and nothing was run: the command was rehearsed, and its changes can't be applied: ${applied.error}. Run it again`,
    );
  const notices = [
    ...exitNotices({ kind: 'code', code: exitCode }),
    `[run without network; ${plural(changes, 'change')} applied after approval]`,
  ];
  if (cwd !== null && statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) session.cwd = cwd;
  const text = [output.trimEnd(), ...notices].filter((part) => part !== '').join('\n');
  return exitCode === 0 ? done(text) : failed(text);
}
