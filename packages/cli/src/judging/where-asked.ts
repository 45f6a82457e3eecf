import type { Args } from '../command-line/args.ts';
import type { Where } from '../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../paths/refuse-missing-workspace.ts';
import type { Terminal } from '../process/terminal.ts';

/** Where a call is judged. With `--rules` no files of that place are read, so it needn't exist here. */
export function whereAsked(args: Args, terminal: Pick<Terminal, 'cwd'>): Where {
  const workspace = args.text('workspace');
  if (args.text('rules') === undefined) refuseMissingWorkspace(workspace, terminal);
  return { workspace };
}
