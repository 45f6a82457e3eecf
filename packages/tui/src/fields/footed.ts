import { EMPTY_LINE, type Line } from '../screen/line.ts';

/** Fills the rows of a screen: excess lines are left out, and the footer is always at the bottom. */
export function footed(lines: readonly Line[], footer: readonly Line[], rows: number): readonly Line[] {
  const room = Math.max(0, rows - footer.length);
  const shown = lines.slice(0, room);
  return [...shown, ...Array.from({ length: room - shown.length }, () => EMPTY_LINE), ...footer];
}
