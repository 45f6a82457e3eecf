import { type Effort, inclusion } from './inclusion.ts';
import type { Nfa } from './nfa.ts';

export type { Effort } from './inclusion.ts';

/** `unknown`: the search was given up, or a text holds half a character. Never taken for a yes. */
export type Containment = 'yes' | 'no' | 'unknown';

/** Past this many characters a glob is compared by its samples alone. */
const LONGEST = 4_000;

/** The exact answer, for globs that are well-formed text of a sensible length. */
export function decideBy(
  globs: readonly { readonly text: string }[],
  effort: Effort,
  automata: () => readonly [smaller: Nfa, larger: Nfa],
): Containment {
  if (globs.some(({ text }) => text.length > LONGEST || HALF_CHARACTER.test(text))) return 'unknown';
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
