import type { AbsolutePath } from '@caliban/calls';
import type { Rule } from '../types/rule.ts';
import { confinedAt } from './confined-at.ts';
import type { ConfinedPath, Confinement, ConfinementContext, Inexpressible, Outcome } from './confinement-types.ts';
import { fitPlan } from './fit-plan.ts';
import { type Access, type MatcherList, readLists, writeLists } from './matchers.ts';
import { PathStates } from './path-states.ts';
import { planHosts } from './plan-hosts.ts';
import { type PathPlan, planPaths } from './walk-disk.ts';

/**
 * A process's access according to the rules, in the order in which they are tried. A deny or ask of Read hides, a deny or ask of
 * Write or Edit makes read-only, an allow before it keeps paths accessible; the workspace, the directories beside it and
 * those for temporary files
 * are writable.
 */
export function confinement(rules: readonly Rule[], context: ConfinementContext): Confinement {
  return createPlanner(context)(rules);
}

/** The same for repeated use: the effect of a name on the rules is computed once, and the disk is read every time. */
export function createPlanner(context: ConfinementContext): (rules: readonly Rule[]) => Confinement {
  let prepared: Prepared | null = null;
  return (rules) => {
    const roots = rootsOf(context);
    if (prepared === null || !isSame(prepared.rules, rules) || !isSame(prepared.roots, roots))
      prepared = { rules: [...rules], roots, read: prepare(rules, 'read'), write: prepare(rules, 'write') };
    return planned(rules, prepared, context);
  };

  function prepare(rules: readonly Rule[], access: Access): PreparedLists {
    const notes: Inexpressible[] = [];
    const lists = access === 'read' ? readLists(rules, context, notes) : writeLists(rules, context, notes);
    return { access, lists, notes, states: new PathStates() };
  }
}

/** Depends only on the rules, and on the targets of symlinks at the top. */
type Prepared = {
  readonly rules: readonly Rule[];
  readonly roots: readonly AbsolutePath[];
  readonly read: PreparedLists;
  readonly write: PreparedLists;
};

type PreparedLists = {
  readonly access: Access;
  readonly lists: readonly MatcherList[];
  readonly notes: readonly Inexpressible[];
  readonly states: PathStates;
};

function rootsOf(context: ConfinementContext): readonly AbsolutePath[] {
  const { workspace, added, home, temporary, ownPaths, ownKeys = [], disk } = context;
  const others = added?.().flatMap(({ path, ownPaths: own }) => [path, ...own]) ?? [];
  return [workspace, ...(home === undefined ? [] : [home]), ...temporary, ...ownPaths, ...ownKeys, ...others].map(
    disk.realPath,
  );
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}

function planned(rules: readonly Rule[], prepared: Prepared, context: ConfinementContext): Confinement {
  const notes: Inexpressible[] = [];
  const plan = ({ access, lists, notes: before, states }: PreparedLists) => {
    notes.push(...before);
    return fitPlan(planPaths(lists, { access, context, notes, states }), context, notes);
  };
  const [read, write] = [plan(prepared.read), plan(prepared.write)];
  const paths = {
    denyRead: pathsOf(read, 'closed'),
    reallowRead: pathsOf(read, 'open'),
    writable: pathsOf(write, 'open'),
    denyWrite: pathsOf(write, 'closed'),
  };
  return {
    ...paths,
    writable: withRoots(paths, context),
    ...planHosts(rules, context, notes),
    inexpressible: withoutRepeats(notes),
  };
}

/**
 * Also the workspace and the like where they are inside of another writable directory. Whoever could move one away and put a link in its
 * place would have the next program write where that leads.
 */
function withRoots(
  paths: Pick<Confinement, 'denyRead' | 'reallowRead' | 'writable' | 'denyWrite'>,
  { workspace, added, temporary, disk }: ConfinementContext,
): readonly ConfinedPath[] {
  const roots = [workspace, ...(added?.().map(({ path }) => path) ?? []), ...temporary].map(disk.realPath);
  const missing = [...new Set(roots)].filter(
    (path) =>
      disk.kindOf(path) === 'directory' &&
      confinedAt(paths, path).writable &&
      !paths.writable.some((entry) => entry.path === path),
  );
  const inside = missing.map((path): ConfinedPath => ({ path, kind: 'directory', rule: null }));
  return [...paths.writable, ...inside].sort((one, other) => compare(one.path, other.path));
}

function pathsOf(plan: PathPlan, wanted: Outcome): readonly ConfinedPath[] {
  return [...plan]
    .filter(([, { outcome }]) => outcome === wanted)
    .map(([path, { kind, rule }]) => ({ path, kind, rule }))
    .sort((one, other) => compare(one.path, other.path));
}

function compare(one: AbsolutePath, other: AbsolutePath): number {
  return one < other ? -1 : Number(one > other);
}

/** Reading and writing may produce the same notes. */
function withoutRepeats(notes: readonly Inexpressible[]): readonly Inexpressible[] {
  return notes.filter(
    (note, at) => notes.findIndex(({ rule, reason }) => rule === note.rule && reason === note.reason) === at,
  );
}
