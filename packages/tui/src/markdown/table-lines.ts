import type { Tokens } from 'marked';
import type { Line, Span } from '../screen/line.ts';
import { lineText } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';
import { inlineLines } from './inline-spans.ts';
import { wrapWords } from './wrap-words.ts';

type Cell = readonly (readonly Span[])[];

/** Columns as wide as their cells, or narrower with cells on several rows; if even that doesn't fit, a list of its rows. */
export function tableLines({ header, rows, align }: Tokens.Table, columns: number): readonly Line[] {
  const heads = header.map(({ tokens }): Cell => inlineLines(tokens, 'strong'));
  const body = rows.map((row) => row.map(({ tokens }): Cell => inlineLines(tokens)));
  const room = columns - SEPARATOR.length * (header.length - 1);
  const widths = fittingWidths(columnWidths([heads, ...body]), room);
  if (widths === null) return listedRows(heads, body, columns);
  const drawn = body.map((row) => rowLines(row, widths, align));
  // Rows of several lines would run into each other.
  const isTall = drawn.some((each) => each.length > 1);
  const rule = ruleLine(widths);
  return [
    ...rowLines(heads, widths, align),
    rule,
    ...drawn.flatMap((each, index) => (isTall && index > 0 ? [rule, ...each] : each)),
  ];
}

const SEPARATOR = ' │ ';
const JOINT = '─┼─';

/** The width to show every cell on one row, and the width to keep most words whole. */
type ColumnWidths = { readonly natural: number; readonly least: number };

/** Longer words are paths and hashes; breaking those is better than a list. */
const LONG_WORD = 16;

function columnWidths(rows: readonly (readonly Cell[])[]): readonly ColumnWidths[] {
  const [first = []] = rows;
  return first.map((_, column) => {
    const lines = rows.flatMap((row) => (row[column] ?? []).map(lineText));
    const longest = Math.max(1, ...lines.flatMap((text) => text.split(' ').map(widthOf)));
    return { natural: Math.max(1, ...lines.map(widthOf)), least: Math.min(LONG_WORD, longest) };
  });
}

/** Only the widest columns shrink, all of them to the same width. */
function fittingWidths(columns: readonly ColumnWidths[], room: number): readonly number[] | null {
  if (sum(columns.map(({ least }) => least)) > room) return null;
  const widthsUpTo = (most: number) => columns.map(({ natural, least }) => Math.max(least, Math.min(natural, most)));
  let most = Math.max(...columns.map(({ natural }) => natural));
  while (sum(widthsUpTo(most)) > room) most -= 1;
  let left = room - sum(widthsUpTo(most));
  return widthsUpTo(most).map((width, column) => {
    if (width !== most || left === 0 || columns[column]?.natural === width) return width;
    left -= 1;
    return width + 1;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

type Align = Tokens.Table['align'];

function rowLines(cells: readonly Cell[], widths: readonly number[], align: Align): readonly Line[] {
  const wrapped = widths.map((width, column) => (cells[column] ?? []).flatMap((spans) => wrapWords(spans, width)));
  const height = Math.max(1, ...wrapped.map((rows) => rows.length));
  return Array.from({ length: height }, (_, row) =>
    widths.flatMap((width, column): Span[] => {
      const isLast = column === widths.length - 1;
      const cell = aligned(wrapped[column]?.[row] ?? [], width, { align: align[column] ?? null, isLast });
      return column === 0 ? [...cell] : [{ text: SEPARATOR, tone: 'dim' }, ...cell];
    }),
  );
}

function aligned(
  cell: Line,
  width: number,
  { align, isLast }: { readonly align: Align[number]; readonly isLast: boolean },
): Line {
  const free = Math.max(0, width - widthOf(lineText(cell)));
  const before = align === 'right' ? free : align === 'center' ? Math.floor(free / 2) : 0;
  const after = isLast ? 0 : free - before;
  return [...blanks(before), ...cell, ...blanks(after)];
}

function blanks(count: number): readonly Span[] {
  return count === 0 ? [] : [{ text: ' '.repeat(count), tone: 'plain' }];
}

function ruleLine(widths: readonly number[]): Line {
  return [{ text: widths.map((width) => '─'.repeat(width)).join(JOINT), tone: 'dim' }];
}

/** `name: value` for every cell, and an empty row between two rows. */
function listedRows(heads: readonly Cell[], body: readonly (readonly Cell[])[], columns: number): readonly Line[] {
  return body.flatMap((row, index) => [
    ...(index > 0 ? [[]] : []),
    ...row.flatMap((cell, column) => {
      const head = (heads[column] ?? []).flat();
      const [first = [], ...others] = cell;
      const name: Span[] = head.length === 0 ? [] : [...head, { text: ': ', tone: 'dim' }];
      return [[...name, ...first], ...others].flatMap((spans) => wrapWords(spans, columns));
    }),
  ]);
}
