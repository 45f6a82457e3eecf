import { charactersOf } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import { EVERY_CHARACTER, onlyCharacter } from './code-points.ts';
import { addEdge, addState, emptyDraft, type Nfa } from './nfa.ts';

/** One state per character. A star is a loop on its state, and reaching it makes all earlier states irrelevant. */
export function textNfa({ segments }: TextGlob): Nfa {
  const draft = emptyDraft();
  let state = addState(draft);
  segments.forEach((segment, index) => {
    if (index > 0 && draft.outranks[state] === state) {
      addEdge(draft, state, EVERY_CHARACTER, state);
      draft.outranks[state] = 0;
    }
    for (const character of charactersOf(segment)) {
      const next = addState(draft);
      addEdge(draft, state, character === null ? EVERY_CHARACTER : onlyCharacter(character), next);
      state = next;
    }
  });
  draft.accepts[state] = true;
  return { starts: [0], ...draft };
}
