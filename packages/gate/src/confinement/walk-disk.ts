import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';
import { GLOBSTAR, type PathSegments } from '@caliban/calls/types';
import { classOfPattern } from '../pattern/class-of-pattern.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import type { Rule } from '../types/rule.ts';
import type { ConfinementContext, Inexpressible, Outcome } from './confinement-types.ts';
import type { DiskEntry, EntryKind } from './disk.ts';
import { type Access, type Matcher, type MatcherList, SYSTEM_DIRECTORIES, segmentsOf } from './matchers.ts';
import {
  type Candidate,
  type CandidateList,
  type PathState,
  type PathStates,
  type Speaking,
  strictest,
} from './path-states.ts';
import { coversBelow, isCrossing, isLive, isSpeltOut, nextSegments, type Track } from './track.ts';

/** A path whose outcome differs from that of its directory. */
export type PlannedPath = {
  readonly outcome: Outcome;
  readonly kind: Exclude<EntryKind, 'link'>;
  readonly rule: Rule | null;
};

export type PathPlan = ReadonlyMap<AbsolutePath, PlannedPath>;

/** Limit of directory entries that are examined for one plan. */
const MAX_LISTED = 200_000;
const MAX_LINKS_IN_A_ROW = 8;

/**
 * Follows the globs of all matchers down the directory tree, as long as they can still distinguish two paths. Literal names are
 * looked up; a directory is listed only if a glob has a wildcard for a name in it.
 */
export function planPaths(lists: readonly MatcherList[], { access, context, notes, states }: WalkOptions): PathPlan {
  const walk = new DiskWalk({ access, context, notes, states });
  walk.start(lists);
  return walk.plan;
}

type WalkOptions = {
  readonly access: Access;
  readonly context: ConfinementContext;
  readonly notes: Inexpressible[];
  /** May be those of an earlier walk with the same lists. */
  readonly states: PathStates;
};

type Node = {
  readonly written: AbsolutePath;
  readonly real: AbsolutePath;
  readonly kind: EntryKind;
  readonly state: PathState;
  /** Symlinks that led here. */
  readonly links: number;
};

/** The outcome for everything below a directory, and the candidates that make exceptions. */
type Below = Speaking & { readonly exceptions: readonly Candidate[] };

/** Where a directory is, relative to the workspace and the directories beside it. */
type Region = 'inside' | 'above' | 'elsewhere';

/** The outcome below a directory, and the names in it that have to be examined. */
type Decided = {
  readonly base: Speaking;
  readonly hasExceptions: boolean;
  readonly names: readonly string[];
  readonly isListed: boolean;
  /** A glob is followed to the workspace only. */
  readonly toWorkspace: boolean;
};

class DiskWalk {
  readonly plan = new Map<AbsolutePath, PlannedPath>();
  readonly #access: Access;
  readonly #context: ConfinementContext;
  readonly #notes: Inexpressible[];
  readonly #noted = new Map<Rule | null, Set<string>>();
  readonly #followed = new Set<string>();
  readonly #workspace: readonly AbsolutePath[];
  /** Also the directories beside it. */
  readonly #roots: readonly AbsolutePath[];
  readonly #states: PathStates;
  readonly #broad = new Map<PathSegments, number>();
  readonly #decidedIn: Readonly<Record<Region, Map<PathState, Decided>>> = {
    inside: new Map(),
    above: new Map(),
    elsewhere: new Map(),
  };
  readonly #namers = new Map<PathState, readonly Track[]>();
  #listed = 0;

  constructor({ access, context, notes, states }: WalkOptions) {
    this.#access = access;
    this.#states = states;
    this.#context = context;
    this.#notes = notes;
    const withReal = (paths: readonly AbsolutePath[]) => [
      ...new Set(paths.flatMap((path) => [path, context.disk.realPath(path)])),
    ];
    this.#workspace = withReal([context.workspace]);
    this.#roots = withReal([context.workspace, ...(context.added?.() ?? []).map(({ path }) => path)]);
  }

  start(lists: readonly MatcherList[]): void {
    this.#visit(
      { written: ROOT, real: ROOT, kind: 'directory', state: this.#states.start(lists), links: 0 },
      this.#access === 'read' ? 'open' : 'closed',
    );
  }

  #visit(node: Node, inherited: Outcome): void {
    if (REMADE.has(node.real)) return;
    switch (node.kind) {
      case 'file':
        this.#put(node, node.state.said, inherited);
        return;
      case 'directory':
        this.#enter(node, inherited);
        return;
      case 'link':
        this.#follow(node, inherited);
        return;
      case 'missing':
        this.#reserve(node, inherited);
        return;
    }
  }

  #enter(node: Node, inherited: Outcome): void {
    const decided = this.#decided(node);
    const { base, hasExceptions } = decided;
    this.#warnOfPlainDirectory(node, base);
    // The root itself can be neither hidden nor opened; its contents can.
    const isRoot = node.real === ROOT && base.outcome !== inherited;
    if (!isRoot) this.#put(node, base, inherited);
    if (!hasExceptions && !isRoot) return;
    const below = isRoot ? inherited : (this.plan.get(node.real)?.outcome ?? base.outcome);
    const children = this.#children(node, isRoot ? { ...decided, isListed: true } : decided);
    for (const { name, kind } of children) this.#visit(this.#child(node, name, kind), below);
  }

  #child({ written, real, state, links }: Node, name: string, kind: EntryKind): Node {
    const seen = this.#context.foldsCase === true ? name.toLowerCase() : name;
    return { written: at(written, name), real: at(real, name), kind, state: this.#states.next(state, seen), links };
  }

  /** The same for all directories in the same state and region. */
  #decided({ real, state }: Pick<Node, 'real' | 'state'>): Decided {
    const region = this.#regionOf(real);
    const known = this.#decidedIn[region].get(state);
    if (known !== undefined) return known;
    const lists = state.lists.map((list) => this.#below(list, region));
    const isFinal = lists.some(({ outcome, exceptions }) => outcome === 'closed' && exceptions.length === 0);
    const exceptions = isFinal ? [] : lists.flatMap((list) => list.exceptions);
    const decided = {
      base: strictest(lists),
      hasExceptions: exceptions.length > 0,
      ...this.#lookups(exceptions, region),
    };
    this.#decidedIn[region].set(state, decided);
    return decided;
  }

  #regionOf(directory: AbsolutePath): Region {
    if (this.#roots.some((root) => pathBelow(directory, root) !== null)) return 'inside';
    return this.#roots.some((root) => pathBelow(root, directory) !== null) ? 'above' : 'elsewhere';
  }

  #below({ candidates, otherwise }: CandidateList, region: Region): Below {
    const exceptions: Candidate[] = [];
    let base: Speaking | null = null;
    for (const candidate of candidates) {
      const { matcher, include } = candidate;
      const isCovering = include === 'any' || include.some(coversBelow);
      if (candidate.exclude.some(coversBelow)) continue;
      const isExcepted = candidate.exclude.some(isLive);
      if (isCovering && base === null) base = { outcome: matcher.outcome, rule: matcher.rule };
      if (isCovering && !isExcepted) break;
      if (isCovering || include.some((track) => this.#isFollowed(track, matcher, region))) exceptions.push(candidate);
    }
    const said = base ?? { outcome: otherwise, rule: null };
    const differ = exceptions.some(({ matcher, exclude }) => matcher.outcome !== said.outcome || exclude.some(isLive));
    return { ...said, exceptions: differ ? exceptions : [] };
  }

  /**
   * A `**` that starts above the workspace would lead through the whole disk: it is followed only inside the workspace and on the
   * way there.
   */
  #isFollowed(track: Track, { rule, outcome }: Matcher, region: Region): boolean {
    if (!isLive(track)) return false;
    if (!this.#isBroad(track)) return true;
    this.#note(rule, this.#lessThan(outcome), 'a `**` above the workspace is looked up in the workspace only');
    return region !== 'elsewhere';
  }

  #isBroad({ segments, positions }: Track): boolean {
    const star = this.#broad.get(segments) ?? this.#broadStar(segments);
    this.#broad.set(segments, star);
    return positions.includes(star);
  }

  /** The index of the first `**` if it starts above the workspace or above the contents of the home directory; else -1. */
  #broadStar(segments: PathSegments): number {
    const star = segments.findIndex((segment) => typeof segment !== 'string');
    if (star === -1 || segments[star] !== GLOBSTAR) return -1;
    const start = absolutePath(`/${segments.slice(0, star).join('/')}`);
    const { home } = this.#context;
    const isAbove =
      (home !== undefined && pathBelow(home, start) !== null) ||
      this.#workspace.some((root) => root !== start && pathBelow(root, start) !== null);
    return isAbove ? star : -1;
  }

  #lookups(exceptions: readonly Candidate[], region: Region): Pick<Decided, 'names' | 'isListed' | 'toWorkspace'> {
    const names = new Set<string>();
    let isListed = false;
    let toWorkspace = false;
    for (const { matcher, include, exclude } of exceptions) {
      for (const track of [...(include === 'any' ? [] : include), ...exclude]) {
        const next = nextSegments(track);
        for (const segment of next) if (typeof segment === 'string') names.add(segment);
        if (next.every((segment) => typeof segment === 'string') && !isCrossing(track)) continue;
        if (region === 'above' && this.#isBroad(track)) {
          toWorkspace = true;
        } else if (this.#isFollowed(track, matcher, region)) {
          isListed = true;
          if (matcher.outcome === 'closed' && matcher.rule !== null) this.#note(matcher.rule, 'looser', LATER);
        }
      }
    }
    return { names: [...names], isListed, toWorkspace };
  }

  #children({ real }: Node, { names, isListed, toWorkspace }: Decided): readonly DiskEntryOrNone[] {
    const steps = toWorkspace ? this.#roots.map((root) => firstStep(root, real)) : [];
    const wanted = new Set([...names, ...steps]);
    wanted.delete('');
    if (!isListed) return [...wanted].map((name) => ({ name, kind: this.#context.disk.kindOf(at(real, name)) }));
    const listed = this.#list(real);
    // A name that isn't in the list doesn't exist, and matters only if it must not be created.
    if (this.#access === 'read') return listed;
    for (const { name } of listed) wanted.delete(name);
    return [...listed, ...[...wanted].map((name) => ({ name, kind: 'missing' as const }))];
  }

  #list(directory: AbsolutePath): readonly DiskEntry[] {
    if (this.#listed > MAX_LISTED) return [];
    const entries = this.#context.disk.list(directory) ?? [];
    this.#listed += entries.length;
    if (this.#listed > MAX_LISTED) {
      const reason = `its wildcards lead through more than ${MAX_LISTED.toLocaleString('en')} files and directories`;
      this.#notes.push({ rule: null, effect: 'looser', reason, isFatal: true });
    }
    return entries;
  }

  /** A rule about a symlink's path is applied to its target, and only if that is stricter. */
  #follow(node: Node, inherited: Outcome): void {
    const { disk } = this.#context;
    const real = disk.realPath(node.written);
    const kind = disk.kindOf(real);
    const said = node.state.said;
    if (said.outcome === 'closed' && this.#access === 'write' && inherited === 'open')
      this.#note(said.rule, 'looser', `\`${node.written}\` is a link, and a command can put another file in its place`);
    if (kind === 'link' || node.links === MAX_LINKS_IN_A_ROW || REMADE.has(real)) return;
    if (kind === 'missing' && this.#access === 'read') return;
    if (kind !== 'directory') {
      if (said.outcome === 'closed') this.#put({ ...node, real, kind, links: node.links + 1 }, said, 'open');
      return;
    }
    const key = `${real}\0${node.state.key}`;
    if (this.#followed.has(key)) return;
    this.#followed.add(key);
    const below = this.#decided({ ...node, real }).base;
    if (below.outcome === 'closed' && this.#isEssential(real)) {
      this.#note(below.rule, 'looser', `\`${node.written}\` leads to \`${real}\`, which commands need`);
      return;
    }
    this.#visit({ ...node, real, kind, links: node.links + 1 }, 'open');
  }

  #isEssential(path: AbsolutePath): boolean {
    return (
      path === ROOT ||
      SYSTEM_DIRECTORIES.includes(path) ||
      this.#workspace.some((root) => pathBelow(root, path) !== null)
    );
  }

  /** A literal name in a rule that doesn't exist yet: it must not be created. */
  #reserve(node: Node, inherited: Outcome): void {
    if (this.#access === 'read' || node.links > 0) return;
    if (inherited === 'open' && !this.#isNamed(node)) return;
    const said = node.state.said;
    const below = this.#decided(node).base;
    const deepest = (outcome: Outcome) =>
      node.state.lists.flatMap(({ candidates }) => candidates).find((candidate) => isSpelt(candidate, outcome));
    if (inherited === 'closed') {
      const rule = below.outcome === 'open' ? below.rule : (deepest('open')?.matcher.rule ?? null);
      if (rule !== null) this.#note(rule, 'tighter', `\`${node.real}\` does not exist, so it can't be made writable`);
      return;
    }
    const closing = [said, below].find(({ outcome }) => outcome === 'closed');
    if (closing !== undefined) {
      this.#put(node, closing, inherited);
      return;
    }
    const deeper = deepest('closed');
    if (deeper === undefined) return;
    this.#put(node, { outcome: 'closed', rule: deeper.matcher.rule }, inherited);
    if (deeper.matcher.rule !== null)
      this.#note(
        deeper.matcher.rule,
        'tighter',
        `nothing can be created at \`${node.real}\`, which does not exist yet`,
      );
  }

  /** At the top of the workspace also for a glob that names files at any depth: there it matters most. */
  #isNamed({ real, state }: Node): boolean {
    const namers = this.#namersOf(state);
    if (namers.length === 0) return false;
    const depth = segmentsOf(real).length;
    const isAtTop = this.#roots.some((root) => pathBelow(real, root)?.includes('/') === false);
    return namers.some(
      ({ segments }) => isAtTop || segments.slice(0, depth).every((segment) => typeof segment === 'string'),
    );
  }

  /** The globs that may name a missing file. Needed for every such name in every directory. */
  #namersOf(state: PathState): readonly Track[] {
    const known = this.#namers.get(state);
    if (known !== undefined) return known;
    const namers = state.lists.flatMap(({ candidates }) =>
      candidates.flatMap((candidate) => {
        const { matcher, include } = candidate;
        return matcher.outcome === 'closed' && !isCurated(matcher) && include !== 'any' ? include : [];
      }),
    );
    this.#namers.set(state, namers);
    return namers;
  }

  #put({ real, kind, links }: Node, { outcome, rule }: Speaking, inherited: Outcome): void {
    if (kind === 'link') return;
    const known = this.plan.get(real);
    if (known?.outcome === 'closed' || (outcome === inherited && known === undefined)) return;
    if (links > 0 && outcome === 'open') return;
    if (outcome === inherited && known !== undefined && links === 0) return;
    this.plan.set(real, { outcome, kind, rule });
  }

  #warnOfPlainDirectory(node: Node, base: Speaking): void {
    const said = node.state.said;
    // If another rule opens its contents, that is intended.
    if (said.outcome !== 'closed' || base.outcome === 'closed' || said.rule === null || base.rule !== null) return;
    const pattern = formatPattern(said.rule.pattern);
    this.#note(
      said.rule,
      'looser',
      `\`${node.real}\` is a directory, and \`${pattern}\` says nothing about what is in it; write \`${pattern}/**\``,
    );
  }

  #lessThan(outcome: Outcome): Inexpressible['effect'] {
    return outcome === 'closed' ? 'looser' : 'tighter';
  }

  #note(rule: Rule | null, effect: Inexpressible['effect'], reason: string): void {
    const said = this.#noted.get(rule) ?? new Set();
    if (said.has(reason)) return;
    this.#noted.set(rule, said.add(reason));
    this.#notes.push({ rule, effect, reason });
  }
}

const LATER =
  'a file that matches its wildcards and appears after the command started is not protected from that command';

type DiskEntryOrNone = { readonly name: string; readonly kind: EntryKind };

const ROOT = '/' as AbsolutePath;

/** Not files. Every confined process gets its own. */
const REMADE: ReadonlySet<string> = new Set(['/proc', '/dev', '/sys']);

function at(directory: AbsolutePath, name: string): AbsolutePath {
  return (directory === ROOT ? `/${name}` : `${directory}/${name}`) as AbsolutePath;
}

/** Files of a class are found, not reserved: it has dozens of names, and most of them never exist. */
function isCurated({ rule }: Matcher): boolean {
  return rule !== null && classOfPattern(rule.pattern) !== null;
}

function isSpelt({ matcher, include }: Candidate, outcome: Outcome): boolean {
  return matcher.outcome === outcome && include !== 'any' && include.some(isSpeltOut);
}

function firstStep(path: AbsolutePath, directory: AbsolutePath): string {
  return pathBelow(path, directory)?.split('/')[0] ?? '';
}
