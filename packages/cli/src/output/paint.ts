import type { Action } from '@caliban/gate';
import type { Terminal } from '../process/terminal.ts';

/** A verdict, a mark, or what is of less importance. */
export type Paint = Action | 'good' | 'warning' | 'bad' | 'hint' | 'dim' | 'title';

const COLOURS: Readonly<Record<Paint, string>> = {
  ...{ allow: '32', ask: '33', deny: '31' },
  ...{ good: '32', warning: '33', bad: '31', hint: '36' },
  ...{ dim: '2', title: '1' },
};

/** In the colour of what it is, where colours are wanted. */
export function paint(what: Paint, text: string, { colours }: Pick<Terminal, 'colours'>): string {
  return colours && text !== '' ? `\u001b[${COLOURS[what]}m${text}\u001b[0m` : text;
}
