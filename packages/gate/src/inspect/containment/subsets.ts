import { hasCodePoint } from './code-points.ts';
import type { Nfa } from './nfa.ts';

/** All the states an automaton may be in at one point of a text. */
export type Subset = {
  readonly id: number;
  readonly accepts: boolean;
  /** Accepts any continuation. */
  readonly acceptsAll: boolean;
  readonly states: readonly number[];
};

export interface Subsets {
  readonly first: Subset;
  /** After one more character, given by its index among the symbols. */
  next(subset: Subset, symbol: number): Subset;
}

/** The automaton's subset construction. Equal subsets are the same object, and each step is computed once. */
export function subsetsOf(nfa: Nfa, symbols: readonly string[]): Subsets {
  const codes = symbols.map((symbol) => symbol.codePointAt(0) as number);
  const known = new Map<string, Subset>();
  const steps: (Subset | undefined)[][] = [];
  const loops = nfa.edges.map((edges, state) =>
    edges.some(({ on, to }) => to === state && codes.every((code) => hasCodePoint(on, code))),
  );

  const subset = (states: readonly number[]): Subset => {
    const kept = withoutOutranked(nfa, states);
    const key = kept.join();
    let found = known.get(key);
    if (found === undefined) {
      const accepting = kept.filter((state) => nfa.accepts[state]);
      found = {
        id: known.size,
        accepts: accepting.length > 0,
        acceptsAll: accepting.some((state) => loops[state]),
        states: kept,
      };
      known.set(key, found);
      steps.push([]);
    }
    return found;
  };

  const stepFrom = ({ states }: Subset, symbol: number): Subset => {
    const code = codes[symbol] as number;
    const next = new Set<number>();
    for (const state of states) {
      for (const { on, to } of nfa.edges[state] ?? []) if (!next.has(to) && hasCodePoint(on, code)) next.add(to);
    }
    return subset([...next]);
  };

  return {
    first: subset(nfa.starts),
    next: (from, symbol) => ((steps[from.id] as (Subset | undefined)[])[symbol] ??= stepFrom(from, symbol)),
  };
}

function withoutOutranked({ outranks }: Nfa, states: readonly number[]): readonly number[] {
  const kept: number[] = [];
  // From last to first: a later state makes those from `floor` up to `ceiling` superfluous.
  let floor = Number.POSITIVE_INFINITY;
  let ceiling = Number.POSITIVE_INFINITY;
  for (const state of [...states].sort((one, other) => other - one)) {
    if (state >= floor && state < ceiling) continue;
    kept.push(state);
    const first = outranks[state] as number;
    if (first < state) {
      floor = first;
      ceiling = state;
    }
  }
  return kept;
}
