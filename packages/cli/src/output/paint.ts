import type { Action } from '@caliban/gate';
import type { Terminal } from '../process/terminal.ts';

const COLOURS: Readonly<Record<Action, string>> = { allow: '32', ask: '33', deny: '31' };

/** In the colour of a verdict, where colours are wanted. */
export function paint(action: Action, text: string, { colours }: Pick<Terminal, 'colours'>): string {
  return colours ? `\u001b[${COLOURS[action]}m${text}\u001b[0m` : text;
}
