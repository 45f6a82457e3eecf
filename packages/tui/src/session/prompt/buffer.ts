import { graphemes } from '../../screen/graphemes.ts';

/** One unit for the cursor: a character, or a large folded paste. */
export type Unit = string | { readonly pasted: string };

/** The prompt as it is being written. The cursor is before the unit with its index. */
export type Buffer = { readonly units: readonly Unit[]; readonly cursor: number };

export const EMPTY: Buffer = { units: [], cursor: 0 };

export function bufferOf(text: string): Buffer {
  const units = graphemes(text);
  return { units, cursor: units.length };
}

/** The text that is sent, with folded pastes expanded. */
export function textOf(units: readonly Unit[]): string {
  return units.map((unit) => (typeof unit === 'string' ? unit : unit.pasted)).join('');
}

export function insert(buffer: Buffer, ...added: readonly Unit[]): Buffer {
  return replace(buffer, { from: buffer.cursor, to: buffer.cursor, by: added });
}

/** Replaces units and puts the cursor after the new ones. */
export function replace(
  { units }: Buffer,
  { from, to, by = [] }: { readonly from: number; readonly to: number; readonly by?: readonly Unit[] },
): Buffer {
  return { units: [...units.slice(0, from), ...by, ...units.slice(to)], cursor: from + by.length };
}

/** Terminals send the line ends of a paste as carriage returns. */
export function paste(buffer: Buffer, text: string): Buffer {
  const written = text.replaceAll(/\r\n?/g, '\n');
  if (written === '') return buffer;
  return isLarge(written) ? insert(buffer, { pasted: written }) : insert(buffer, ...graphemes(written));
}

const LARGE_LINES = 8;
const LARGE_CHARACTERS = 800;

function isLarge(text: string): boolean {
  return text.length > LARGE_CHARACTERS || text.split('\n').length > LARGE_LINES;
}
