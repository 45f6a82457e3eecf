import { cutText } from '../screen/cut-text.ts';
import type { Line } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';

/** `key does · key does` on at most `most` rows, broken between two keys. */
export function keyLines(keys: string, columns: number, most = 2): readonly Line[] {
  const rows: string[] = [];
  for (const key of keys.split(SEPARATOR)) {
    const row = rows.at(-1);
    const longer = row === undefined ? key : row + SEPARATOR + key;
    if (row === undefined || (widthOf(longer) > columns && rows.length < most)) rows.push(key);
    else rows[rows.length - 1] = longer;
  }
  return rows.map((row) => [{ text: cutText(row, columns), tone: 'dim' }]);
}

const SEPARATOR = ' · ';
