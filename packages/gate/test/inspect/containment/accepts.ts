import { hasCodePoint } from '../../../src/inspect/containment/code-points.ts';
import type { Nfa } from '../../../src/inspect/containment/nfa.ts';

/** The automaton's own reading of a text, one character after the other. */
export function accepts(nfa: Nfa, text: string): boolean {
  let states: ReadonlySet<number> = new Set(nfa.starts);
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    const next = new Set<number>();
    for (const state of states) {
      for (const { on, to } of nfa.edges[state] ?? []) if (hasCodePoint(on, code)) next.add(to);
    }
    states = next;
  }
  return [...states].some((state) => nfa.accepts[state]);
}
