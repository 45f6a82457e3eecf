import { Readable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/** One line from the terminal; only y and yes mean yes. */
export async function typedYes(question: string, terminal: Pick<Terminal, 'out' | 'input'>): Promise<boolean> {
  terminal.out(question);
  const input = terminal.input();
  let line = '';
  for await (const bytes of input) {
    line += Buffer.from(bytes).toString('utf8');
    if (line.includes('\n')) break;
  }
  if (input instanceof Readable) input.destroy();
  return /^\s*y(?:es)?\s*$/i.test(line.split('\n')[0] as string);
}
