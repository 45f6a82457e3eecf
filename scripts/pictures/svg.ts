import type { Cell } from './screen-cells.ts';

const COLUMN = 8.4;
const ROW = 18;
const MARGIN = 14;

const BACKGROUND = '#16181d';
const FOREGROUND = '#d7dae0';

/** Black, red, green, yellow, blue, magenta, cyan, white; then the same, bright. */
const PALETTE = [
  ...['#3b4048', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#abb2bf'],
  ...['#5c6370', '#ff7b86', '#b5e890', '#ffd68a', '#7cc4ff', '#e08cff', '#6fe0ee', '#ffffff'],
];

/** A screen as a picture: one piece of text for each stretch of one look, every one at its own column. */
export function drawSvg(rows: readonly (readonly Cell[])[], { title }: { readonly title: string }): string {
  const shown = rows.slice(rows.findIndex(isWritten), rows.findLastIndex(isWritten) + 1);
  const width = round((rows[0]?.length ?? 0) * COLUMN + 2 * MARGIN);
  const height = shown.length * ROW + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="${FOREGROUND}" xml:space="preserve">`,
    ...shown.flatMap((row, index) => stretches(row).map((stretch) => drawStretch(stretch, index))),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function isWritten(row: readonly Cell[]): boolean {
  return row.some(({ text }) => text !== ' ');
}

type Stretch = { readonly column: number; readonly cells: readonly Cell[] };

function stretches(row: readonly Cell[]): readonly Stretch[] {
  const found: { column: number; cells: Cell[] }[] = [];
  for (const [column, cell] of row.entries()) {
    const last = found.at(-1);
    if (last !== undefined && lookOf(last.cells[0] as Cell) === lookOf(cell)) last.cells.push(cell);
    else found.push({ column, cells: [cell] });
  }
  return found.filter(({ cells }) => isWritten(cells)).map(withoutBlanks);
}

function withoutBlanks({ column, cells }: Stretch): Stretch {
  const from = cells.findIndex(({ text }) => text !== ' ');
  return { column: column + from, cells: cells.slice(from, cells.findLastIndex(({ text }) => text !== ' ') + 1) };
}

function drawStretch({ column, cells }: Stretch, row: number): string {
  const x = round(MARGIN + column * COLUMN);
  const y = MARGIN + row * ROW + 13;
  // Fonts differ in how wide a letter is; the columns must not.
  const length = round(cells.length * COLUMN);
  const text = escaped(cells.map((cell) => cell.text).join(''));
  return `<text x="${x}" y="${y}" textLength="${length}"${lookOf(cells[0] as Cell)}>${text}</text>`;
}

function lookOf({ colour, bold, dim }: Cell): string {
  return [
    colour === null ? '' : ` fill="${PALETTE[colour] ?? FOREGROUND}"`,
    bold ? ' font-weight="bold"' : '',
    dim ? ' opacity="0.6"' : '',
  ].join('');
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
