import { GLOBSTAR, type PathSegment, type PathSegments, type PathToken } from '@caliban/calls/types';
import { allBut, anyOf, type CodePoints, EVERY_CHARACTER, inBoth, inOrder, onlyCharacter } from './code-points.ts';
import { addEdge, addState, emptyDraft, intersectionOf, type Nfa, type NfaDraft, unionOf } from './nfa.ts';

/**
 * Paths are read as `/a/b`, the anchor itself as the empty text: every segment starts with its slash. Only texts that can be
 * paths are accepted, so no segment is empty, `.` or `..`.
 */
export function pathNfa(alternatives: readonly PathSegments[]): Nfa {
  return intersectionOf(unionOf(alternatives.map(segmentsNfa)), possiblePath());
}

/** The same without the check for impossible paths: good enough for the larger side of an inclusion, and smaller. */
export function loosePathNfa(alternatives: readonly PathSegments[]): Nfa {
  return unionOf(alternatives.map(segmentsNfa));
}

export const SLASH: CodePoints = anyOf('/');
const IN_SEGMENT = allBut(SLASH);

function segmentsNfa(segments: PathSegments): Nfa {
  const draft = emptyDraft();
  /** The states in which a segment may have ended. */
  let ends = [addState(draft)];
  segments.forEach((segment, index) => {
    if (segment === GLOBSTAR) {
      const inside = addState(draft);
      for (const end of ends) addEdge(draft, end, SLASH, inside);
      addEdge(draft, inside, EVERY_CHARACTER, inside);
      draft.outranks[inside] = 0;
      // A trailing `**` needs at least one segment below.
      ends = index === segments.length - 1 ? [inside] : [...ends, inside];
    } else {
      ends = [addSegment(draft, segment, ends)];
    }
  });
  for (const end of ends) draft.accepts[end] = true;
  return { starts: [0], ...draft };
}

function addSegment(draft: NfaDraft, segment: PathSegment, ends: readonly number[]): number {
  const first = addState(draft);
  for (const end of ends) addEdge(draft, end, SLASH, first);
  let state = first;
  for (const token of tokensOf(segment)) {
    if (token.kind === 'star') {
      addEdge(draft, state, IN_SEGMENT, state);
      draft.outranks[state] = first;
    } else {
      const next = addState(draft);
      addEdge(draft, state, charactersFor(token), next);
      state = next;
    }
  }
  return state;
}

export function tokensOf(segment: PathSegment): readonly PathToken[] {
  if (typeof segment !== 'string') return segment;
  return Array.from(segment, (text) => ({ kind: 'literal', text }));
}

export function charactersFor(token: Exclude<PathToken, { kind: 'star' }>): CodePoints {
  switch (token.kind) {
    case 'literal':
      return onlyCharacter(token.text);
    case 'any':
      return IN_SEGMENT;
    case 'class': {
      const listed = inOrder(token.ranges);
      return inBoth(token.negated ? allBut(listed) : listed, IN_SEGMENT);
    }
  }
}

/** `/` and a segment, any number of times; a segment isn't empty, `.` or `..`. */
function possiblePath(): Nfa {
  const draft = emptyDraft();
  const [start, slash, dot, dotDot, name] = Array.from({ length: 5 }, () => addState(draft)) as Five;
  draft.accepts[start] = true;
  draft.accepts[name] = true;
  addEdge(draft, start, SLASH, slash);
  addEdge(draft, name, SLASH, slash);
  addEdge(draft, slash, anyOf('.'), dot);
  addEdge(draft, dot, anyOf('.'), dotDot);
  for (const state of [slash, dot]) addEdge(draft, state, allBut(anyOf('/.')), name);
  for (const state of [dotDot, name]) addEdge(draft, state, IN_SEGMENT, name);
  return { starts: [start], ...draft };
}

type Five = [number, number, number, number, number];
