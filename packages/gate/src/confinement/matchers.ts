import type { AbsolutePath } from '@caliban/calls';
import { SECRET_PATHS } from '@caliban/calls/classes';
import { parsePathGlob } from '@caliban/calls/globs';
import { GLOBSTAR, type PathAnchor, type PathGlob, type PathSegments } from '@caliban/calls/types';
import { classOfPattern } from '../pattern/class-of-pattern.ts';
import { specFor } from '../pattern/parse-pattern.ts';
import { matchesTool } from '../pattern/tool-glob.ts';
import type { Spec } from '../types/pattern.ts';
import type { Layer, Rule } from '../types/rule.ts';
import type { ConfinementContext, Inexpressible, Outcome } from './confinement-types.ts';
import { folded, startTrack, type Track } from './track.ts';

/** A rule's statement about paths. */
export type Matcher = {
  readonly rule: Rule | null;
  readonly outcome: Outcome;
  /** `any`: every path. */
  readonly include: readonly Track[] | 'any';
  /** Paths that match one of these are excluded. */
  readonly exclude: readonly Track[];
};

/** Matchers in the order in which they are tried, and the outcome if none matches. */
export type MatcherList = { readonly matchers: readonly Matcher[]; readonly otherwise: Outcome };

export type Access = 'read' | 'write';

type Notes = Inexpressible[];

/** A path is closed if one of these lists closes it. */
export function readLists(rules: readonly Rule[], context: ConfinementContext, notes: Notes): readonly MatcherList[] {
  const { ownKeys = [], disk } = context;
  const keyPaths = ownKeys.flatMap((path) => withReal(path, disk.realPath));
  const keys = keyPaths.length === 0 ? [] : [fixed('closed', keyPaths, context)];
  return [rules, ...lockedRules(rules, context)].flatMap((some, at): readonly MatcherList[] => {
    const options = { tool: 'Read', access: 'read', isLocked: at > 0, context, notes } as const;
    return [{ matchers: [...keys, ...matchersOf(some, options)], otherwise: 'open' }, ...addedLists(some, options)];
  });
}

/** Writing is controlled by Write; a deny or ask of Edit closes it too. */
export function writeLists(rules: readonly Rule[], context: ConfinementContext, notes: Notes): readonly MatcherList[] {
  const { workspace, temporary, ownPaths, disk } = context;
  const added = context.added?.() ?? [];
  const roots = [workspace, ...added.map(({ path }) => path), ...temporary].flatMap((root) =>
    withReal(root, disk.realPath),
  );
  const own = [ownPaths, ...added.map((directory) => directory.ownPaths)]
    .flat()
    .flatMap((path) => withReal(path, disk.realPath));
  const lists: MatcherList[] = [];
  for (const [at, some] of [rules, ...lockedRules(rules, context)].entries()) {
    for (const tool of ['Write', 'Edit']) {
      const options = { tool, access: 'write', isLocked: at > 0, context, notes } as const;
      const matchers = matchersOf(some, options);
      const isMain = lists.length === 0;
      lists.push(
        isMain
          ? {
              matchers: [fixed('closed', own, context), ...matchers, fixed('open', roots, context)],
              otherwise: 'closed',
            }
          : { matchers, otherwise: 'open' },
        ...addedLists(some, options),
      );
    }
  }
  return lists;
}

/** The same rules, as if a directory beside the workspace were the workspace; they say nothing about any other path. */
function addedLists(rules: readonly Rule[], options: Options): readonly MatcherList[] {
  const { context } = options;
  return (context.added?.() ?? []).map(({ path }) => {
    const inside = fixed('open', withReal(path, context.disk.realPath), context).include;
    const elsewhere: Matcher = { rule: null, outcome: 'open', include: 'any', exclude: inside };
    const matchers = matchersOf(rules, { ...options, context: { ...context, workspace: path } });
    return { matchers: [elsewhere, ...matchers], otherwise: 'open' };
  });
}

/** Each layer under `enforce` alone: no other layer lifts its denies. */
function lockedRules(
  rules: readonly Rule[],
  { enforcedLayers = [] }: ConfinementContext,
): readonly (readonly Rule[])[] {
  return enforcedLayers.map((layer: Layer) => rules.filter(({ source }) => source.layer === layer));
}

type Options = {
  readonly tool: string;
  readonly access: Access;
  readonly isLocked: boolean;
  readonly context: ConfinementContext;
  readonly notes: Notes;
};

/** The built-in rules say when a tool is asked about, and nothing about the files of a command. */
function matchersOf(rules: readonly Rule[], options: Options): readonly Matcher[] {
  const matchers: Matcher[] = [];
  for (const rule of rules) {
    if (rule.source.layer === 'builtin' || !matchesTool(rule.pattern.tool, options.tool)) continue;
    const spec = specFor(rule.pattern, options.tool);
    if (spec === null) continue;
    matchers.push(...matchersOfRule(rule, spec, options));
    // No rule after this one is ever tried.
    if (spec.argument === null && spec.fields.length === 0) break;
  }
  return matchers;
}

function matchersOfRule(rule: Rule, spec: Spec, options: Options): readonly Matcher[] {
  const { isLocked, context, notes } = options;
  const outcome: Outcome = rule.action === 'allow' || (isLocked && rule.action === 'ask') ? 'open' : 'closed';
  const { argument, fields } = spec;
  if (fields.length > 0) notes.push(fieldNote(rule, { outcome, hasPath: argument?.kind === 'path' }));
  if (fields.length > 0 && (outcome === 'open' || argument?.kind !== 'path')) return [];
  if (argument === null) return anyMatchers(rule, outcome, options);
  switch (argument.kind) {
    case 'path':
      return pathMatchers(rule, argument.glob, outcome, options);
    case 'class':
      return classMatchers(rule, outcome, options);
    case 'text':
    case 'url':
      return [];
  }

  function anyMatchers(of: Rule, closes: Outcome, { access }: Options): readonly Matcher[] {
    const any = { rule: of, include: 'any', exclude: [] } as const;
    if (closes === 'open') return [{ ...any, outcome: 'open' }];
    if (of.action === 'ask') {
      notes.push({ rule: of, effect: 'looser', reason: ASKS_FOR_THE_TOOL });
      return [];
    }
    return [...kept(of, access, context, notes), { ...any, outcome: 'closed' }];
  }
}

const ASKS_FOR_THE_TOOL =
  'it asks about every call of a tool and names no path, so it says nothing about the files of a command';

function pathMatchers(
  rule: Rule,
  glob: PathGlob,
  outcome: Outcome,
  { access, context, notes }: Options,
): readonly Matcher[] {
  const include = tracksOf(glob, context);
  const isBroad = include.some(({ segments }) => segments.length === 1 && segments[0] === GLOBSTAR);
  const before = isBroad && outcome === 'closed' ? kept(rule, access, context, notes) : [];
  return [...before, { rule, outcome, include, exclude: [] }];
}

/** Without these no program starts, whatever a rule says about every path. */
function kept(rule: Rule, access: Access, context: ConfinementContext, notes: Notes): readonly Matcher[] {
  switch (access) {
    case 'read':
      notes.push({
        rule,
        effect: 'looser',
        reason: 'the directories of the system stay readable: programs are made of them',
      });
      return [fixed('open', SYSTEM_DIRECTORIES, context)];
    case 'write':
      notes.push({
        rule,
        effect: 'looser',
        reason: 'the directory for temporary files stays writable: shells need one',
      });
      return [
        fixed(
          'open',
          context.temporary.flatMap((path) => withReal(path, context.disk.realPath)),
          context,
        ),
      ];
  }
}

/** The system's directories of programs and libraries, on Linux and macOS. */
export const SYSTEM_DIRECTORIES: readonly AbsolutePath[] = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt', '/nix', '/gnu', '/var', '/run'],
  ...['/proc', '/sys', '/dev', '/tmp', '/snap', '/System', '/Library', '/Applications', '/private'],
] as AbsolutePath[];

function classMatchers(rule: Rule, outcome: Outcome, { access, context, notes }: Options): readonly Matcher[] {
  const name = classOfPattern(rule.pattern);
  if (name === 'secrets') return secretMatchers(rule, outcome, access, context);
  if (name === 'read-only' && outcome === 'open') {
    // Every read except of secrets.
    const secrets = secretMatchers(rule, 'closed', access, context);
    const exclude = secrets.flatMap(({ include }) => (include === 'any' ? [] : include));
    return access === 'read' ? [{ rule, outcome, include: 'any', exclude }] : [];
  }
  const effect = outcome === 'closed' ? 'looser' : 'tighter';
  const reason = `@${name} is about what a call does, which is more than the paths it reaches`;
  if (access === 'write') notes.push({ rule, effect, reason });
  return [];
}

function secretMatchers(rule: Rule, outcome: Outcome, access: Access, context: ConfinementContext): readonly Matcher[] {
  const { stores, storesToRead, storesToWrite, files, filesExcept } = SECRET_PATHS;
  const storesExcept = access === 'read' ? storesToRead : storesToWrite;
  return [
    { rule, outcome, include: tracksOfTexts(stores, context), exclude: tracksOfTexts(storesExcept, context) },
    { rule, outcome, include: tracksOfTexts(files, context), exclude: tracksOfTexts(filesExcept, context) },
  ];
}

function tracksOfTexts(texts: readonly string[], context: ConfinementContext): readonly Track[] {
  const globs = CURATED.get(texts) ?? texts.map(parseCurated);
  CURATED.set(texts, globs);
  return globs.flatMap((glob) => tracksOf(glob, context));
}

/** Some thousand paths, parsed once. */
const CURATED = new Map<readonly string[], readonly PathGlob[]>();

function parseCurated(text: string): PathGlob {
  const glob = parsePathGlob(text);
  if (!glob.ok) throw new Error(`curated path \`${text}\`: ${glob.error.message}`);
  return glob.value;
}

/** Relative to `/`, by every path of the anchor. */
export function tracksOf({ anchor, alternatives }: PathGlob, context: ConfinementContext): readonly Track[] {
  return anchorsOf(anchor, context).flatMap((root) =>
    alternatives.map((segments) => startTrack(folded([...segmentsOf(root), ...segments], context.foldsCase))),
  );
}

function anchorsOf(anchor: PathAnchor, { workspace, home, disk }: ConfinementContext): readonly AbsolutePath[] {
  switch (anchor) {
    case 'root':
      return ['/' as AbsolutePath];
    case 'home':
      return home === undefined ? [] : withReal(home, disk.realPath);
    case 'workspace':
      return withReal(workspace, disk.realPath);
  }
}

function withReal(path: AbsolutePath, realPath: (path: AbsolutePath) => AbsolutePath): readonly AbsolutePath[] {
  return [...new Set([path, realPath(path)])];
}

/** These paths and everything below them, whatever the rules say. */
function fixed(
  outcome: Outcome,
  paths: readonly AbsolutePath[],
  { foldsCase }: ConfinementContext,
): Matcher & { readonly include: readonly Track[] } {
  const include = paths.flatMap((path) => {
    const segments = folded(segmentsOf(path), foldsCase);
    return [startTrack(segments), startTrack([...segments, GLOBSTAR])];
  });
  return { rule: null, outcome, include, exclude: [] };
}

export function segmentsOf(path: AbsolutePath): PathSegments & readonly string[] {
  return path.split('/').filter((name) => name !== '');
}

function fieldNote(rule: Rule, { outcome, hasPath }: { outcome: Outcome; hasPath: boolean }): Inexpressible {
  if (outcome === 'open')
    return { rule, effect: 'tighter', reason: 'it allows by fields of a tool, which a command does not have' };
  return hasPath
    ? { rule, effect: 'tighter', reason: 'its fields are fields of a tool; for a command the path alone decides' }
    : { rule, effect: 'looser', reason: 'it looks at fields of a tool, which a command does not have' };
}
