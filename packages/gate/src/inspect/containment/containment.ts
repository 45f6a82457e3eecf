import { type Effort, inclusion } from './inclusion.ts';
import type { Nfa } from './nfa.ts';

export type { Effort } from './inclusion.ts';

/** `unknown`: the search was abandoned, or a text contains a lone surrogate. Never treated as a yes. */
export type Containment = 'yes' | 'no' | 'unknown';

/** A glob; for a path with braces, how many variants it has. */
type AnyGlob = { readonly text: string; readonly alternatives?: readonly unknown[] };

/** Above this total number of characters, a glob is compared only by its samples. */
const MAX_PRODUCT = 40_000;

/** Whether an automaton can be built for it: well-formed text of reasonable size. */
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
