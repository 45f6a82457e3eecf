import { BLANK, type Cell } from './screen-cells.ts';

type Row = readonly Cell[];

/** The same picture from every run: scratch paths get their names, and clocks stand still. */
export function stableRows(rows: readonly Row[], names: Readonly<Record<string, string>>): readonly Row[] {
  return rows.map((row) => stableTime(Object.entries(names).reduce(renamed, row)));
}

function renamed(row: Row, [from, to]: readonly [string, string]): Row {
  if (from.length !== to.length) throw new Error(`\`${to}\` is not as long as \`${from}\`: the rows would shift`);
  return rewritten(row, textOf(row).replaceAll(from, to));
}

/**
 * How long something runs is said at the end of a row, so that a longer time moves nothing else.
 * Of what has run it is said only when it took a while: here nothing does, but for the machine.
 */
function stableTime(row: Row): Row {
  const text = textOf(row)
    .replace(/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] /, '⠋ ')
    .replace(/^(✓ .*) · \d+(?:\.\d)?s *$/, '$1')
    .replace(/\btoday \d\d:\d\d\b/, 'today 09:41')
    .replace(/ · (?:\d+m )?\d+(?:\.\d)?s *$/, ' · 0.4s');
  return rewritten(row, text.padEnd(row.length));
}

function rewritten(row: Row, text: string): Row {
  const letters = [...text];
  return row.map((cell, column) => {
    const letter = letters[column] ?? ' ';
    const isBlank = letter === ' ' && cell.text === ' ' && !cell.inverse && !cell.underlined;
    return isBlank ? BLANK : { ...cell, text: letter };
  });
}

function textOf(row: Row): string {
  return row.map(({ text }) => text).join('');
}
