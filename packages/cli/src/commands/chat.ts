import type { Args } from '../args.ts';
import type { StartUp } from '../compose/start-up.ts';
import type { Terminal } from '../terminal.ts';

/** `caliban` in a terminal. */
export async function chat(_start: StartUp, _args: Args, terminal: Terminal): Promise<number> {
  return (await import('./tour.ts')).tour(terminal);
}
