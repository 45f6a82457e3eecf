import { parseTextGlob } from '@caliban/calls/globs';
import type { TextGlob, UrlGlob } from '@caliban/calls/types';
import { allBut, anyOf, EVERY_CHARACTER } from './code-points.ts';
import { addEdge, addState, emptyDraft, intersectionOf, type Nfa, restrictedTo, sequenceOf, unionOf } from './nfa.ts';
import { textNfa } from './text-nfa.ts';

/** As in `matchesUrl`: the scheme ends at the first `://`, the authority at the next `/`, `?` or `#`. */
export function urlNfa({ loose, parts }: UrlGlob): Nfa {
  if (parts === null) return unionOf(loose.map(textNfa));
  const scheme = intersectionOf(textNfa(parts.scheme), withoutSchemeEnd());
  const authority = restrictedTo(unionOf(parts.authorities.map(textNfa)), allBut(AFTER_AUTHORITY));
  const rest = unionOf(parts.rest.map((glob) => intersectionOf(textNfa(glob), emptyOrAfterAuthority())));
  return [textNfa(SCHEME_END), authority, rest].reduce(sequenceOf, scheme);
}

const SCHEME_END: TextGlob = parseTextGlob('://');

const AFTER_AUTHORITY = anyOf('/?#');

/** Every text that doesn't contain `://`. */
function withoutSchemeEnd(): Nfa {
  const draft = emptyDraft();
  const [plain, colon, colonSlash] = [addState(draft), addState(draft), addState(draft)];
  for (const state of [plain, colon, colonSlash]) {
    draft.accepts[state] = true;
    addEdge(draft, state, anyOf(':'), colon);
  }
  addEdge(draft, plain, allBut(anyOf(':')), plain);
  addEdge(draft, colon, anyOf('/'), colonSlash);
  addEdge(draft, colon, allBut(anyOf(':/')), plain);
  addEdge(draft, colonSlash, allBut(anyOf(':/')), plain);
  return { starts: [plain], ...draft };
}

function emptyOrAfterAuthority(): Nfa {
  const draft = emptyDraft();
  const [start, inside] = [addState(draft), addState(draft)];
  draft.accepts.fill(true);
  addEdge(draft, start, AFTER_AUTHORITY, inside);
  addEdge(draft, inside, EVERY_CHARACTER, inside);
  return { starts: [start], ...draft };
}
