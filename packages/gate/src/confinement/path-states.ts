import type { PathSegment } from '@caliban/calls/types';
import type { Rule } from '../types/rule.ts';
import type { Outcome } from './confinement-types.ts';
import type { Matcher, MatcherList } from './matchers.ts';
import { accepts, matchesName, nextSegments, step, type Track } from './track.ts';

/** A matcher during the walk down the tree. */
export type Candidate = {
  readonly matcher: Matcher;
  readonly include: readonly Track[] | 'any';
  readonly exclude: readonly Track[];
};

export type CandidateList = { readonly candidates: readonly Candidate[]; readonly otherwise: Outcome };

export type Speaking = { readonly outcome: Outcome; readonly rule: Rule | null };

/** Names that a state caches; a workspace may have more, of which most are rare. */
const MAX_NAMES = 50_000;

/** All lists at one place. The same object if the same globs have matched equally far: most directories of a tree are alike. */
export class PathState {
  readonly lists: readonly CandidateList[];
  readonly key: string;
  /** The outcome of the lists for exactly this path. */
  readonly said: Speaking;
  readonly #byName = new Map<string, PathState>();
  readonly #byMatches = new Map<string, PathState>();
  #next: { readonly names: ReadonlySet<string>; readonly segments: readonly PathSegment[] } | null = null;

  constructor(lists: readonly CandidateList[], key: string) {
    this.lists = lists;
    this.key = key;
    this.said = strictest(lists.map(speaking));
  }

  /** One step down. Names that no glob distinguishes lead to the same state, so that each kind of name is computed once. */
  child(name: string, make: (name: string) => PathState): PathState {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    this.#next ??= nextOf(this.lists);
    const { names, segments } = this.#next;
    const matches = `${names.has(name) ? name : ''}/${segments.map((segment) => (matchesName(segment, name) ? 1 : 0)).join('')}`;
    const state = this.#byMatches.get(matches) ?? make(name);
    this.#byMatches.set(matches, state);
    if (this.#byName.size === MAX_NAMES) this.#byName.clear();
    this.#byName.set(name, state);
    return state;
  }
}

export class PathStates {
  readonly #states = new Map<string, PathState>();
  readonly #numbers = new Map<object, number>();

  start(lists: readonly MatcherList[]): PathState {
    return this.#interned(
      lists.map(({ matchers, otherwise }) => ({
        otherwise,
        candidates: matchers.map((matcher) => ({ matcher, include: matcher.include, exclude: matcher.exclude })),
      })),
    );
  }

  next(state: PathState, name: string): PathState {
    return state.child(name, () =>
      this.#interned(
        state.lists.map(({ candidates, otherwise }) => ({
          candidates: candidates.flatMap((candidate) => advance(candidate, name)),
          otherwise,
        })),
      ),
    );
  }

  #interned(lists: readonly CandidateList[]): PathState {
    const key = lists
      .map(({ candidates }) => candidates.map((candidate) => this.#keyOf(candidate)).join(';'))
      .join('|');
    const state = this.#states.get(key) ?? new PathState(lists, key);
    this.#states.set(key, state);
    return state;
  }

  #keyOf({ matcher, include, exclude }: Candidate): string {
    const tracks = include === 'any' ? '*' : include.map((track) => this.#trackKey(track)).join(',');
    return `${this.#numberOf(matcher)}:${tracks}!${exclude.map((track) => this.#trackKey(track)).join(',')}`;
  }

  #trackKey({ segments, positions }: Track): string {
    return `${this.#numberOf(segments)}@${positions.join('.')}`;
  }

  #numberOf(object: object): number {
    const number = this.#numbers.get(object) ?? this.#numbers.size;
    this.#numbers.set(object, number);
    return number;
  }
}

export function strictest(said: readonly Speaking[]): Speaking {
  const one = said.find(({ outcome }) => outcome === 'closed') ?? said[0];
  return one === undefined ? { outcome: 'open', rule: null } : { outcome: one.outcome, rule: one.rule };
}

function speaking({ candidates, otherwise }: CandidateList): Speaking {
  const first = candidates.find(
    ({ include, exclude }) => (include === 'any' || include.some(accepts)) && !exclude.some(accepts),
  );
  return first === undefined
    ? { outcome: otherwise, rule: null }
    : { outcome: first.matcher.outcome, rule: first.matcher.rule };
}

function advance({ matcher, include, exclude }: Candidate, name: string): readonly Candidate[] {
  const further = (tracks: readonly Track[]) => tracks.flatMap((track) => step(track, name) ?? []);
  if (include === 'any') return [{ matcher, include, exclude: further(exclude) }];
  const next = further(include);
  return next.length === 0 ? [] : [{ matcher, include: next, exclude: further(exclude) }];
}

/** The literal names and the other globs that a next name is compared with. */
function nextOf(lists: readonly CandidateList[]): { names: ReadonlySet<string>; segments: readonly PathSegment[] } {
  const names = new Set<string>();
  const segments = new Map<string, PathSegment>();
  for (const { candidates } of lists) {
    for (const { include, exclude } of candidates) {
      for (const track of [...(include === 'any' ? [] : include), ...exclude]) {
        for (const segment of nextSegments(track)) {
          if (typeof segment === 'string') names.add(segment);
          else segments.set(JSON.stringify(segment), segment);
        }
      }
    }
  }
  return { names, segments: [...segments.values()] };
}
