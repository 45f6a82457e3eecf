import { graphemes } from './graphemes.ts';
import { widthOf } from './width.ts';

/** Rows of at most `columns`, broken at blanks if possible, else inside a word. Takes safe text of one line. */
export function wrap(text: string, columns: number): readonly string[] {
  const room = Math.max(1, columns);
  if (widthOf(text) <= room) return [text];
  const rows: string[] = [];
  let row = '';
  let width = 0;
  for (const piece of text.match(PIECES) ?? []) {
    const pieceWidth = widthOf(piece);
    if (width + pieceWidth <= room) {
      row += piece;
      width += pieceWidth;
    } else if (piece.startsWith(' ') && row !== '') {
      // The blanks at which a row is broken are dropped.
      rows.push(row);
      row = '';
      width = 0;
    } else {
      if (row.trim() !== '') {
        rows.push(row.trimEnd());
        row = '';
        width = 0;
      }
      const broken = hardWrap(row + piece, room);
      rows.push(...broken.slice(0, -1));
      row = broken.at(-1) ?? '';
      width = widthOf(row);
    }
  }
  rows.push(row);
  return rows;
}

const PIECES = / +|[^ ]+/g;

/** Broken exactly at the edge. */
export function hardWrap(text: string, columns: number): readonly string[] {
  const room = Math.max(1, columns);
  const rows: string[] = [];
  let row = '';
  let width = 0;
  for (const grapheme of graphemes(text).flatMap((each) => (widthOf(each) > room ? [...each] : [each]))) {
    const more = widthOf(grapheme);
    if (width + more > room && row !== '') {
      rows.push(row);
      row = '';
      width = 0;
    }
    row += grapheme;
    width += more;
  }
  rows.push(row);
  return rows;
}

/** One row; excess text is replaced by `…`. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  if (columns <= 0) return '';
  return `${hardWrap(text, columns - 1)[0] ?? ''}…`;
}
