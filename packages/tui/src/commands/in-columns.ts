import { widthOf } from '../screen/width.ts';

/** Rows of names and their meanings, with the meanings aligned. */
export function inColumns(rows: readonly (readonly [name: string, meaning: string])[]): readonly string[] {
  const widest = Math.min(MAX_NAME, Math.max(...rows.map(([name]) => widthOf(name))));
  return rows.map(([name, meaning]) => `  ${name}${' '.repeat(Math.max(0, widest - widthOf(name)))}  ${meaning}`);
}

const MAX_NAME = 28;
