import { type Args, refuseOperands } from '../command-line/args.ts';
import { manPage } from '../command-line/man-page.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';

/** `caliban man`: the manual page on stdout, in roff. */
export async function man(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  terminal.out(manPage(version()));
  return 0;
}
