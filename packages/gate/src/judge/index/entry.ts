import type { ActionSet } from '../rule-index.ts';

/**
 * A rule as the index holds it, packed into one integer: its position, whether it is a `~` rule, what a literal hit proves,
 * and its action. So lists of rules are plain typed arrays.
 */
export type Entry = number;

/** What is known once the literals under which an entry is filed have been found in the text. */
export type Proof = number;
/** The rule matches if the text ends there too. */
export const EXACT: Proof = 0 << 3;
/** The rule matches. */
export const SUFFICES: Proof = 1 << 3;
/** The rule matches if there is more text. */
export const LONGER: Proof = 2 << 3;
/** The rule matches if no slash stands between the literals. */
export const ONE_NAME: Proof = 3 << 3;
/** The rule matches if whole path segments, or nothing, stand between the literals. */
export const DIRECTORIES: Proof = 4 << 3;
/** Nothing yet: the whole rule must be tried. */
export const VERIFY: Proof = 5 << 3;

/** A `~` rule. */
export const ANYWHERE: number = 1 << 6;

const PROOF_BITS = 7 << 3;
const POSITION_SHIFT = 7;

/** Positions must fit beside the other bits. */
export const MOST_RULES: number = 1 << (31 - POSITION_SHIFT);

export function packEntry(position: number, action: ActionSet, isAnywhere = false): Entry {
  return (position << POSITION_SHIFT) | (isAnywhere ? ANYWHERE : 0) | action;
}

export function withProof(entry: Entry, proof: Proof): Entry {
  return (entry & ~PROOF_BITS) | proof;
}

export function positionOf(entry: Entry): number {
  return entry >>> POSITION_SHIFT;
}

export function proofOf(entry: Entry): Proof {
  return entry & PROOF_BITS;
}
