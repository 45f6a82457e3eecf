import type { Accept, ActionSet } from '../rule-index.ts';
import { type Entry, EXACT, LONGER, positionOf, proofOf, VERIFY } from './index-parts.ts';

/** One text during its lookup in an index. */
export type Lookup = {
  readonly text: string;
  /** Of the text. Read once: V8 has many string types, and each access to a length has to check the type. */
  readonly length: number;
  readonly input: unknown;
  readonly actions: ActionSet;
  readonly accept: Accept | undefined;
  /** `ANYWHERE` if only `~` rules apply, else 0. */
  readonly only: number;
  /** Whether a literal hit may prove a rule. An element of an array proves nothing about the array. */
  readonly trusting: boolean;
  readonly verify: Verify;
  /** Rules that were tried as a whole and didn't match; null until something may occur twice. */
  tried: Set<number> | null;
};

/** Tries the whole rule at a position. */
export type Verify = (position: number, text: string, input: unknown) => boolean;

/** Whether the requested actions and kind of rule include the entry at all. */
export function concerns(entry: Entry, { actions, only }: Lookup): boolean {
  return (entry & actions) !== 0 && (entry & only) === only;
}

/** Whether an entry whose literal was found matches; `atEnd`: the literal reaches the end of the text. */
export function settles(entry: Entry, lookup: Lookup, atEnd: boolean): boolean {
  if (!concerns(entry, lookup)) return false;
  const proof = proofOf(entry);
  if (proof === EXACT && !atEnd) return false;
  if (proof === LONGER && atEnd) return false;
  const position = positionOf(entry);
  if ((proof === VERIFY || !lookup.trusting) && !verifies(position, lookup)) return false;
  return lookup.accept === undefined || lookup.accept(position);
}

function verifies(position: number, lookup: Lookup): boolean {
  if (lookup.tried?.has(position)) return false;
  if (lookup.verify(position, lookup.text, lookup.input)) return true;
  lookup.tried?.add(position);
  return false;
}
