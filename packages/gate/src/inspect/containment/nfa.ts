import { type CodePoints, inBoth } from './code-points.ts';

/** A finite automaton over characters, without epsilon transitions. States are numbers from 0. */
export type Nfa = {
  readonly starts: readonly number[];
  readonly accepts: readonly boolean[];
  readonly edges: readonly (readonly Edge[])[];
  /**
   * `outranks[s]` is the first of the states directly before `s` that accept nothing beyond what `s` accepts: once `s` is reached
   * they needn't be followed any further. `s` itself if there are none.
   */
  readonly outranks: readonly number[];
};

export type Edge = { readonly on: CodePoints; readonly to: number };

/** Accepts nothing. */
export const NOTHING: Nfa = { starts: [], accepts: [], edges: [], outranks: [] };

/** An automaton under construction. */
export type NfaDraft = { readonly accepts: boolean[]; readonly edges: Edge[][]; readonly outranks: number[] };

export function emptyDraft(): NfaDraft {
  return { accepts: [], edges: [], outranks: [] };
}

export function addState(draft: NfaDraft): number {
  draft.accepts.push(false);
  draft.edges.push([]);
  return draft.outranks.push(draft.edges.length - 1) - 1;
}

export function addEdge({ edges }: NfaDraft, from: number, on: CodePoints, to: number): void {
  (edges[from] as Edge[]).push({ on, to });
}

/** Accepts what any of them accepts. */
export function unionOf(nfas: readonly Nfa[]): Nfa {
  const starts: number[] = [];
  const draft = emptyDraft();
  for (const nfa of nfas) {
    const offset = append(draft, nfa);
    starts.push(...nfa.starts.map((state) => state + offset));
  }
  return { starts, ...draft };
}

/** Accepts a text of the first followed by a text of the second. */
export function sequenceOf(first: Nfa, second: Nfa): Nfa {
  const draft = emptyDraft();
  append(draft, first);
  const offset = append(draft, second);
  const secondStarts = second.starts.map((state) => state + offset);
  const skipsSecond = second.starts.some((state) => second.accepts[state]);
  first.accepts.forEach((accepting, state) => {
    if (!accepting) return;
    draft.accepts[state] = skipsSecond;
    for (const start of secondStarts) draft.edges[state]?.push(...(draft.edges[start] ?? []));
  });
  const startsInSecond = first.starts.some((state) => first.accepts[state]) ? secondStarts : [];
  return { starts: [...first.starts, ...startsInSecond], ...draft, outranks: draft.edges.map((_, state) => state) };
}

/** Accepts what both accept. */
export function intersectionOf(one: Nfa, other: Nfa): Nfa {
  const draft = emptyDraft();
  const pairs: [number, number][] = [];
  const known = new Map<number, number>();
  const stateFor = (left: number, right: number) => {
    const key = left * other.edges.length + right;
    const state = known.get(key) ?? addState(draft);
    if (!known.has(key)) {
      known.set(key, state);
      pairs.push([left, right]);
      draft.accepts[state] = (one.accepts[left] && other.accepts[right]) === true;
    }
    return state;
  };
  const starts = one.starts.flatMap((left) => other.starts.map((right) => stateFor(left, right)));
  for (let state = 0; state < pairs.length; state++) {
    const [left, right] = pairs[state] as [number, number];
    for (const { on, to } of one.edges[left] ?? []) {
      for (const edge of other.edges[right] ?? []) {
        const common = inBoth(on, edge.on);
        if (common.length > 0) addEdge(draft, state, common, stateFor(to, edge.to));
      }
    }
  }
  return { starts, ...draft };
}

/** The same transitions, restricted to these characters. */
export function restrictedTo(nfa: Nfa, characters: CodePoints): Nfa {
  return { ...nfa, edges: nfa.edges.map((edges) => edges.map(({ on, to }) => ({ on: inBoth(on, characters), to }))) };
}

/** Copies an automaton into the draft; returns the offset of its states. */
function append(draft: NfaDraft, nfa: Nfa): number {
  const offset = draft.edges.length;
  nfa.edges.forEach((edges, state) => {
    draft.edges.push(edges.map(({ on, to }) => ({ on, to: to + offset })));
    draft.accepts.push(nfa.accepts[state] === true);
    draft.outranks.push((nfa.outranks[state] as number) + offset);
  });
  return offset;
}
