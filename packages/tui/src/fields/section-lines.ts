import { beginningOf, cutText } from '../screen/cut-text.ts';
import type { Line, Tone } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';
import { wrap } from '../screen/wrap.ts';

/** Our own text, or text already escaped, on at most `most` rows. */
export function textLines(text: string, { columns, tone = 'plain', most = 3 }: TextLook): readonly Line[] {
  const rows = wrap(beginningOf(text, columns * most), columns);
  const shown =
    rows.length <= most ? rows : [...rows.slice(0, most - 1), cutText(rows.slice(most - 1).join(' '), columns)];
  return shown.map((row) => [{ text: row, tone }]);
}

export type TextLook = { readonly columns: number; readonly tone?: Tone; readonly most?: number };

/** `── title ─────`, as wide as the screen. */
export function titleLine(title: string, columns: number): Line {
  const shown = cutText(title, Math.max(1, columns - 6));
  return [
    { text: '── ', tone: 'accent' },
    { text: shown, tone: 'strong' },
    { text: ` ${'─'.repeat(Math.max(0, columns - widthOf(shown) - 4))}`, tone: 'accent' },
  ];
}
