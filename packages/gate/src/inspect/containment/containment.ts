import { type Effort, inclusion } from './inclusion.ts';
import type { Nfa } from './nfa.ts';

export type { Effort } from './inclusion.ts';

/** `unknown`: the search was given up, or a text holds half a character. Never taken for a yes. */
export type Containment = 'yes' | 'no' | 'unknown';

/** A glob; for a path with braces, how many ways there are to read it. */
type AnyGlob = { readonly text: string; readonly alternatives?: readonly unknown[] };

/** Past this many characters in all, a glob is compared by its samples alone. */
const MAX_PRODUCT = 40_000;

/** Whether an automaton can be made of it: well-formed text of a sensible size. */
export function isComparable({ text, alternatives = [text] }: AnyGlob): boolean {
  return text.length * alternatives.length <= MAX_PRODUCT && !HALF_CHARACTER.test(text);
}

/** The exact answer, for globs that can be compared. */
export function decideBy(
  globs: readonly AnyGlob[],
  effort: Effort,
  automata: () => readonly [smaller: Nfa, larger: Nfa],
): Containment {
  if (!globs.every(isComparable)) return 'unknown';
  const [smaller, larger] = automata();
  const answer = inclusion(smaller, larger, effort);
  switch (answer.kind) {
    case 'included':
      return 'yes';
    case 'exceeded':
      return 'no';
    case 'unknown':
      return 'unknown';
  }
}

const HALF_CHARACTER = /\p{Surrogate}/u;
