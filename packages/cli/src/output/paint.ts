import type { Action } from '@caliban/gate';
import type { Terminal } from '../process/terminal.ts';

/** A verdict, a mark, or less important text. */
export type Paint = Action | 'good' | 'warning' | 'bad' | 'hint' | 'dim' | 'title';

const COLOURS: Readonly<Record<Paint, string>> = {
  ...{ allow: '32', ask: '33', deny: '31' },
  ...{ good: '32', warning: '33', bad: '31', hint: '36' },
  ...{ dim: '2', title: '1' },
};

/** Text in its colour, if colours are on. */
export function paint(what: Paint, text: string, { colours }: Pick<Terminal, 'colours'>): string {
  return colours && text !== '' ? `\u001b[${COLOURS[what]}m${text}\u001b[0m` : text;
}
