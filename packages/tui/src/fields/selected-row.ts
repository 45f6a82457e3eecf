import { cutLine } from '../screen/cut-line.ts';
import { type Line, lineText } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';

/** The selected row of a list, as wide as the screen. The mark shows it without colours. */
export function selectedRow(row: Line, columns: number, mark: '❯' | ' ' = '❯'): Line {
  const text = `${mark}${lineText(row).slice(1)}`;
  return cutLine([{ text: text + ' '.repeat(Math.max(0, columns - widthOf(text))), tone: 'selected' }], columns);
}
