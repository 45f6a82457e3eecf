import { type CodePoints, hasCodePoint, LAST_CODE_POINT, readableCharacter } from './code-points.ts';
import type { Nfa } from './nfa.ts';
import { type Subset, subsetsOf } from './subsets.ts';

/** How much searching is left over all questions, in states looked at; what cannot be finished is `unknown`, never a guess. */
export type Effort = { left: number };

export type Inclusion =
  | { readonly kind: 'included' }
  /** The shortest text that only the smaller one accepts. */
  | { readonly kind: 'exceeded'; readonly by: string }
  | { readonly kind: 'unknown' };

/** For one question. */
const MAX_EFFORT = 100_000;

/**
 * Whether everything `smaller` accepts is accepted by `larger`: both are walked side by side, the larger one as the set of all
 * states it may be in, and a place where only the smaller one may stop is the proof that it is not. Characters that no edge
 * tells apart are tried once.
 */
export function inclusion(smaller: Nfa, larger: Nfa, effort: Effort): Inclusion {
  const symbols = symbolsOf(smaller, larger);
  const subsets = subsetsOf(larger, symbols);
  const floor = Math.max(0, effort.left - MAX_EFFORT);
  const seen = new Set<number>();
  const queue: Place[] = [];
  const visit = (state: number, subset: Subset, from: Place | null, symbol: string) => {
    const key = subset.id * smaller.edges.length + state;
    if (subset.acceptsAll || seen.has(key)) return;
    seen.add(key);
    queue.push({ state, subset, from, symbol });
    effort.left -= subset.states.length;
  };
  for (const start of smaller.starts) visit(start, subsets.first, null, '');

  for (let at = 0; at < queue.length; at++) {
    const place = queue[at] as Place;
    if (smaller.accepts[place.state] && !place.subset.accepts) return { kind: 'exceeded', by: textTo(place) };
    for (const { on, to } of smaller.edges[place.state] ?? []) {
      for (const [index, symbol] of symbols.entries()) {
        if (!hasCodePoint(on, symbol.codePointAt(0) as number)) continue;
        if (--effort.left < floor) return { kind: 'unknown' };
        visit(to, subsets.next(place.subset, index), place, symbol);
      }
    }
  }
  return { kind: 'included' };
}

/** A state of the smaller one, the states the larger one may be in by then, and how the walk came here. */
type Place = {
  readonly state: number;
  readonly subset: Subset;
  readonly from: Place | null;
  readonly symbol: string;
};

function textTo(place: Place): string {
  let text = '';
  for (let at: Place | null = place; at !== null; at = at.from) text = at.symbol + text;
  return text;
}

/** One character for each range that some edge tells from its neighbours; readable ones first, so that witnesses are. */
function symbolsOf(...nfas: readonly Nfa[]): readonly string[] {
  const starts = new Set<number>([0]);
  for (const { edges } of nfas) {
    for (const { on } of edges.flat()) {
      for (const [low, high] of on) {
        starts.add(low);
        if (high < LAST_CODE_POINT) starts.add(high + 1);
      }
    }
  }
  const cuts = [...starts].sort((a, b) => a - b);
  const ranges = cuts.map((low, index): CodePoints => [[low, (cuts[index + 1] ?? LAST_CODE_POINT + 1) - 1]]);
  return ranges.map((range) => readableCharacter(range) as string).sort(readableFirst);
}

function readableFirst(one: string, other: string): number {
  return Number(/\w/.test(other)) - Number(/\w/.test(one));
}
