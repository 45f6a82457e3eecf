/** What a word, a variable or the output of a command may be, as far as the line itself tells. */
export type Value = {
  /** Each in full; none: the line does not tell. */
  readonly texts: readonly string[];
  /** It may also be something that the line does not tell. */
  readonly isOpen: boolean;
  /** It is one of `texts`, and nothing else. */
  readonly isExact: boolean;
  /** Literal text of the line that may be part of it, with a `HOLE` for whatever is put in between. */
  readonly pieces: ReadonlySet<string>;
  /** There is more to it than was looked at. */
  readonly isCut?: boolean;
};

export const HOLE = '\0';

/** Before a piece that only gets there by way of what a program prints. */
export const PRINTED = '\x01';

const NO_PIECES: ReadonlySet<string> = new Set();

/** From outside of the line. */
export const UNTOLD: Value = { texts: [], isOpen: true, isExact: false, pieces: NO_PIECES };

export function exactly(...texts: readonly string[]): Value {
  return { texts, isOpen: false, isExact: true, pieces: new Set(texts) };
}

export function untold(pieces: ReadonlySet<string>): Value {
  return { texts: [], isOpen: true, isExact: false, pieces };
}

export function join(one: Value, other: Value): Value {
  if (one === other) return one;
  return {
    texts: both(one.texts, other.texts),
    isOpen: one.isOpen || other.isOpen,
    isExact: one.isExact && other.isExact,
    pieces: unionOf(one.pieces, other.pieces),
  };
}

/** The texts it may be; what is not told is taken as empty. */
export function alternatives({ texts, isOpen }: Value): readonly string[] {
  if (texts.length === 0) return [''];
  return isOpen && !texts.includes('') ? [...texts, ''] : texts;
}

export function isTold({ texts }: Value): boolean {
  return texts.length > 0;
}

export function unionOf(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  if (other.size === 0) return one;
  return one.size === 0 ? other : new Set([...one, ...other]);
}

export function piecesOf(values: readonly Value[]): ReadonlySet<string> {
  if (values.length < 2) return values[0]?.pieces ?? NO_PIECES;
  const all = new Set<string>();
  for (const { pieces } of values) for (const piece of pieces) all.add(piece);
  return all;
}

/** Either; `isOpen` as given. */
export function union(one: Value, other: Value, isOpen: boolean): Value {
  return { ...join(one, other), isOpen };
}

function both(one: readonly string[], other: readonly string[]): readonly string[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...new Set([...one, ...other])];
}
