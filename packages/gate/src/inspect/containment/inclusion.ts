import { type CodePoints, hasCodePoint, LAST_CODE_POINT, readableCharacter } from './code-points.ts';
import type { Nfa } from './nfa.ts';
import { type Subset, subsetsOf } from './subsets.ts';

/** The remaining search budget over all questions, in states; a search that can't be finished is `unknown`, never a guess. */
export type Effort = { left: number };

export type Inclusion =
  | { readonly kind: 'included' }
  /** The shortest text that only the smaller one accepts. */
  | { readonly kind: 'exceeded'; readonly by: string }
  | { readonly kind: 'unknown' };

/** For one question. */
const MAX_EFFORT = 100_000;

/**
 * Whether everything `smaller` accepts is accepted by `larger`: both are walked in parallel, the larger one as the set of its
 * possible states. A point where only the smaller one may stop disproves it. Characters that no edge distinguishes are tried
 * once.
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

/** A state of the smaller one, the possible states of the larger one, and how the walk got here. */
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

/** One character for each range that some edge distinguishes; readable ones first, so that witnesses are readable. */
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
