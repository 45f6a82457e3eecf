import type { Cell } from './screen-cells.ts';

const COLUMN = 8.4;
const ROW = 18;
const MARGIN = 14;

/** How a terminal shows colours. */
export type Palette = {
  readonly background: string;
  readonly foreground: string;
  /** Black, red, green, yellow, blue, magenta, cyan, white; then the same, bright. */
  readonly colours: readonly string[];
};

/** After the colours of light and dark themes that many terminals come with. */
export const PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    background: '#fbfbfa',
    foreground: '#24292f',
    colours: [
      ...['#24292f', '#b3202b', '#116329', '#7d4e00', '#0758b8', '#7a3fc0', '#146c74', '#57606a'],
      ...['#57606a', '#8f0d1c', '#1a6f35', '#633c01', '#0a4aa0', '#6527ab', '#0f5960', '#3b434b'],
    ],
  },
  dark: {
    background: '#16181d',
    foreground: '#d7dae0',
    colours: [
      ...['#3b4048', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#abb2bf'],
      ...['#5c6370', '#ff7b86', '#b5e890', '#ffd68a', '#7cc4ff', '#e08cff', '#6fe0ee', '#ffffff'],
    ],
  },
};

/** A screen as a picture: one piece of text for each stretch of one look, every one at its own column. */
export function drawSvg(
  rows: readonly (readonly Cell[])[],
  { title, palette }: { readonly title: string; readonly palette: Palette },
): string {
  const shown = rows.slice(rows.findIndex(isWritten), rows.findLastIndex(isWritten) + 1);
  const width = round((rows[0]?.length ?? 0) * COLUMN + 2 * MARGIN);
  const height = shown.length * ROW + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${palette.background}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="${palette.foreground}" xml:space="preserve" style="white-space:pre">`,
    ...shown.flatMap((row, index) => stretches(row).flatMap((stretch) => drawStretch(stretch, index, palette))),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function isWritten(row: readonly Cell[]): boolean {
  return row.some((cell) => cell.text !== ' ' || isPainted(cell));
}

function isPainted({ background, inverse }: Cell): boolean {
  return inverse || background !== null;
}

type Stretch = { readonly column: number; readonly cells: readonly Cell[] };

function stretches(row: readonly Cell[]): readonly Stretch[] {
  const found: { column: number; cells: Cell[] }[] = [];
  for (const [column, cell] of row.entries()) {
    const last = found.at(-1);
    if (last !== undefined && isAlike(last.cells[0] as Cell, cell)) last.cells.push(cell);
    else found.push({ column, cells: [cell] });
  }
  return found.filter(({ cells }) => isWritten(cells)).map(withoutBlanks);
}

function isAlike({ text: _, ...one }: Cell, { text: __, ...other }: Cell): boolean {
  return Object.entries(one).every(([name, value]) => other[name as keyof typeof other] === value);
}

function withoutBlanks({ column, cells }: Stretch): Stretch {
  if (isPainted(cells[0] as Cell)) return { column, cells };
  const from = cells.findIndex(({ text }) => text !== ' ');
  return { column: column + from, cells: cells.slice(from, cells.findLastIndex(({ text }) => text !== ' ') + 1) };
}

function drawStretch({ column, cells }: Stretch, row: number, palette: Palette): readonly string[] {
  const first = cells[0] as Cell;
  const x = round(MARGIN + column * COLUMN);
  const top = MARGIN + row * ROW;
  // Fonts differ in how wide a letter is; the columns must not.
  const length = round(cells.length * COLUMN);
  const behind = behindOf(first, palette);
  return [
    ...(behind === null ? [] : [`<rect x="${x}" y="${top}" width="${length}" height="${ROW}" fill="${behind}"/>`]),
    ...pieces(cells).map(({ at, text }) => {
      const place = `x="${round(x + at * COLUMN)}" y="${top + 13}" textLength="${round([...text].length * COLUMN)}"`;
      return `<text ${place}${lookOf(first, palette)}>${escaped(text)}</text>`;
    }),
  ];
}

/** Parted where several blanks follow each other: not every program keeps them. */
function pieces(cells: readonly Cell[]): readonly { readonly at: number; readonly text: string }[] {
  const found: { at: number; text: string }[] = [];
  let blanks = 2;
  for (const [at, { text }] of cells.entries()) {
    if (text === ' ') {
      blanks += 1;
      continue;
    }
    const last = found.at(-1);
    if (last === undefined || blanks > 1) found.push({ at, text });
    else last.text += ' '.repeat(blanks) + text;
    blanks = 0;
  }
  return found;
}

function behindOf({ colour, background, inverse }: Cell, { colours, foreground }: Palette): string | null {
  if (inverse) return colour === null ? foreground : (colours[colour] ?? foreground);
  return background === null ? null : (colours[background] ?? null);
}

function lookOf({ colour, background, bold, dim, italic, underlined, inverse }: Cell, palette: Palette): string {
  const letter = inverse ? (background === null ? palette.background : palette.colours[background]) : null;
  const fill = letter ?? (colour === null || inverse ? undefined : (palette.colours[colour] ?? palette.foreground));
  return [
    fill === undefined ? '' : ` fill="${fill}"`,
    bold ? ' font-weight="bold"' : '',
    dim ? ' opacity="0.6"' : '',
    italic ? ' font-style="italic"' : '',
    underlined ? ' text-decoration="underline"' : '',
  ].join('');
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
