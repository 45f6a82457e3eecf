/** The possible values of a word, a variable or the output of a command, as far as the line itself says. */
export type Value = {
  /** Each complete; empty if the line doesn't show them. */
  readonly texts: readonly string[];
  /** It may also be something the line doesn't show. */
  readonly isOpen: boolean;
  /** It is one of `texts`, and nothing else. */
  readonly isExact: boolean;
  /** Literal text of the line that may be part of it, with a `HOLE` for each inserted part. */
  readonly pieces: ReadonlySet<string>;
  /** There are more values than were followed. */
  readonly isCut?: boolean;
};

export const HOLE = '\0';

/** Prefix of a piece that gets there only through the output of a program. */
export const PRINTED = '\x01';

const NO_PIECES: ReadonlySet<string> = new Set();

/** From outside of the line. */
export const UNKNOWN: Value = { texts: [], isOpen: true, isExact: false, pieces: NO_PIECES };

export function exactly(...texts: readonly string[]): Value {
  return { texts, isOpen: false, isExact: true, pieces: new Set(texts) };
}

export function unknownOf(pieces: ReadonlySet<string>): Value {
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

/** Any of them. */
export function joinAll(values: readonly [Value, ...Value[]]): Value {
  if (values.every((value) => value === values[0])) return values[0];
  const texts = new Set<string>();
  for (const value of values) for (const text of value.texts) texts.add(text);
  return {
    texts: [...texts],
    isOpen: values.some(({ isOpen }) => isOpen),
    isExact: values.every(({ isExact }) => isExact),
    pieces: piecesOf(values),
  };
}

/** Its possible texts; an unknown value is treated as empty. */
export function alternatives({ texts, isOpen }: Value): readonly string[] {
  if (texts.length === 0) return [''];
  return isOpen && !texts.includes('') ? [...texts, ''] : texts;
}

export function isKnown({ texts }: Value): boolean {
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

/** The cost of joining it with another. */
export function sizeOf({ texts, pieces }: Value): number {
  return texts.length + pieces.size;
}

/** Either one; `isOpen` as given. */
export function union(one: Value, other: Value, isOpen: boolean): Value {
  return { ...join(one, other), isOpen };
}

function both(one: readonly string[], other: readonly string[]): readonly string[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...new Set([...one, ...other])];
}
