import type { Shape } from '../rule-shape.ts';
import { haystackOf, needlesOf } from './needles.ts';

/** Finds, among many rules, the few that may contain a given one. */
export interface Candidates {
  add(shape: Shape): void;
  /** In order of position. A rule that isn't among them contains nothing of this one. */
  for(shape: Shape): readonly Shape[];
}

/** Longer pieces distinguish more rules and cost more to look up. */
const MAX_KEY_LENGTH = 5;

/**
 * A rule that contains another one must find all its literal text in it. So each rule is indexed by one short piece of its text,
 * the piece that occurs in the fewest other rules, and a lookup goes through the pieces of the given text.
 */
export function candidatesAmong(all: readonly Shape[]): Candidates {
  const commonness = countPieces(all);
  const filed = new Map<string, Shape[]>();
  return {
    add(shape) {
      for (const key of new Set(needlesOf(shape).map((needles) => rarestPiece(needles, commonness)))) {
        const neighbours = filed.get(key);
        if (neighbours === undefined) filed.set(key, [shape]);
        else neighbours.push(shape);
      }
    },
    for(shape) {
      const found = new Set(filed.get(''));
      for (const key of piecesIn(haystackOf(shape))) {
        for (const other of filed.get(key) ?? []) found.add(other);
      }
      return [...found].sort((one, other) => one.position - other.position);
    },
  };
}

function countPieces(all: readonly Shape[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const shape of all) {
    for (const piece of new Set(needlesOf(shape).flatMap((needles) => keysOf(needles)))) {
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
    }
  }
  return counts;
}

/** The empty text if nothing is literal. */
function rarestPiece(needles: readonly string[], commonness: ReadonlyMap<string, number>): string {
  let rarest = '';
  let fewest = Number.POSITIVE_INFINITY;
  for (const piece of keysOf(needles)) {
    const count = commonness.get(piece) ?? 0;
    if (count < fewest) {
      rarest = piece;
      fewest = count;
    }
  }
  return rarest;
}

/** Pieces of full length if the text is long enough, else the text itself. */
function keysOf(needles: readonly string[]): string[] {
  return needles.flatMap((needle) =>
    needle.length <= MAX_KEY_LENGTH
      ? [needle]
      : Array.from({ length: needle.length - MAX_KEY_LENGTH + 1 }, (_, at) => needle.slice(at, at + MAX_KEY_LENGTH)),
  );
}

function piecesIn(texts: readonly string[]): ReadonlySet<string> {
  const pieces = new Set<string>();
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      for (let length = 1; length <= MAX_KEY_LENGTH && at + length <= text.length; length++) {
        pieces.add(text.slice(at, at + length));
      }
    }
  }
  return pieces;
}
