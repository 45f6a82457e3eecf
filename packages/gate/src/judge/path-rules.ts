import { type AbsolutePath, absolutePath, type ToolCall } from '@caliban/calls';
import { belowAnchor, globsMeet, parsePathGlob } from '@caliban/calls/globs';
import type { WorkBudget } from '@caliban/calls/programs';
import { afterSteps } from '@caliban/calls/text';
import type { Directories, PathGlob, ResolvedPath } from '@caliban/calls/types';
import { specFor } from '../pattern/parse-pattern.ts';
import type { Part, Verdict } from '../types/verdict.ts';
import { firstForPath } from './first-match.ts';
import { FILE_WORK, WORD_WORK } from './inner-budget.ts';
import { ALLOW, DENY, DENY_OR_ASK, EVERY_ACTION, NO_RULE, type RuleIndex, type ToolRules } from './rule-index.ts';
import { verdictAt } from './strictest.ts';

export type BoundTools = Readonly<Record<'read' | 'write' | 'both', readonly string[]>>;

/** The tools with a deny or ask on a path; null if no rule could apply to a command. */
export function boundTools(rules: RuleIndex): BoundTools | null {
  const known = BOUND.get(rules);
  if (known !== undefined) return known;
  const bound = findBoundTools(rules);
  BOUND.set(rules, bound);
  return bound;
}

const BOUND = new WeakMap<RuleIndex, BoundTools | null>();

function findBoundTools(rules: RuleIndex): BoundTools | null {
  const read = bindsPaths(rules.forTool('Read')) ? READ_TOOLS : [];
  const write = WRITE_TOOLS.filter((name) => bindsPaths(rules.forTool(name)));
  return read.length + write.length === 0 ? null : { read, write, both: [...read, ...write] };
}

const READ_TOOLS: readonly string[] = ['Read'];
const WRITE_TOOLS: readonly string[] = ['Write', 'Edit'];

/** If a rule for any call comes first, those after it don't matter. */
function bindsPaths(tool: ToolRules): boolean {
  const any = tool.firstAny(EVERY_ACTION, NO_RULE);
  return tool.firstOf(DENY_OR_ASK, any) !== any;
}

/** Applies the deny and ask rules on paths to the files that a command names. */
export class PathRules {
  readonly #rules: RuleIndex;
  readonly #call: ToolCall;
  readonly #part: Part | undefined;
  readonly #budget: WorkBudget;
  #known: KnownTools | null = null;

  constructor(
    rules: RuleIndex,
    call: ToolCall,
    { part, budget }: { readonly part: Part | undefined; readonly budget: WorkBudget },
  ) {
    this.#rules = rules;
    this.#call = call;
    this.#part = part;
    this.#budget = budget;
  }

  /** Every path that a text may mean; empty if unknown. */
  places(text: string, base: string | undefined, directories: Directories): readonly AbsolutePath[] {
    const { workspace, cwd = workspace, home } = this.#call.context;
    if (text === '' || text.includes('$') || text.includes('`')) return NOWHERE;
    if (text.startsWith('/') || /^~(?:\/|$)/.test(text))
      return home === undefined && text.startsWith('~') ? [] : [absolutePath(text, { home })];
    if (base === undefined && directories?.length === 1 && directories[0]?.length === 0)
      return [absolutePath(text, { base: cwd, home })];
    const steps = base === undefined ? [] : [fromKnownPlace(base)];
    // If the directory isn't known it may still be the initial one.
    return (directories ?? [[]]).map((chain) =>
      absolutePath(text, { base: afterSteps([...chain, ...steps], cwd, home), home }),
    );
  }

  /** The first rules about a path; null once the budget is used up. */
  verdictsOn(path: AbsolutePath, tools: readonly string[]): readonly Verdict[] | null {
    if (SHELL_PATTERN.test(path)) return this.#budget.spend(FILE_WORK) ? this.#meeting(path, tools) : null;
    const { realPath } = this.#call.context;
    if (!this.#budget.spend(realPath === undefined ? WORD_WORK : FILE_WORK)) return null;
    const real = realPath?.(path) ?? path;
    this.#known ??= knownPaths(this.#rules, this.#call);
    const ofTools = this.#known.get(tools) ?? new Map<AbsolutePath, KnownPath>();
    this.#known.set(tools, ofTools);
    let known = ofTools.get(path);
    if (known === undefined || known.real !== real) {
      if (!this.#budget.spend(FILE_WORK)) return null;
      const lying = { written: below(path), real: below(real) };
      const positions = [{ written: path, real }, lying].flatMap((places) => this.#positionsAt(places, tools));
      known = { real, positions };
      if (ofTools.size === MAX_KNOWN) ofTools.clear();
      ofTools.set(path, known);
    }
    const { positions } = known;
    return positions.length === 0
      ? NO_VERDICTS
      : positions.map((position) => verdictAt(this.#rules, position, this.#part));
  }

  verdictsAt(places: ResolvedPath, tools: readonly string[]): readonly Verdict[] {
    const rules = this.#rules;
    return this.#positionsAt(places, tools).map((position) => verdictAt(rules, position, this.#part));
  }

  /** The first deny and ask rules about a path. */
  #positionsAt(places: ResolvedPath, tools: readonly string[]): readonly number[] {
    const [rules, call] = [this.#rules, this.#call];
    return tools.flatMap((name) => {
      const tool = rules.forTool(name);
      const first = firstForPath(tool, places, { path: places.written }, call.context);
      const isOnPath = first !== NO_RULE && first !== tool.firstAny(EVERY_ACTION, NO_RULE);
      return isOnPath && rules.rule(first).action !== 'allow' ? [first] : [];
    });
  }

  /** A pattern that the shell expands may become any file that matches it. */
  #meeting(path: AbsolutePath, tools: readonly string[]): readonly Verdict[] {
    const [rules, call] = [this.#rules, this.#call];
    for (const name of tools) {
      const any = rules.forTool(name).firstAny(ALLOW | DENY, NO_RULE);
      for (const { position, alternatives, anchor } of strictPaths(rules, name)) {
        if (position > any) break;
        const text = belowAnchor(anchor, path, call.context);
        const pattern = text === null ? null : parsePathGlob(`/${text}`);
        if (pattern === null || !pattern.ok) continue;
        const meets = pattern.value.alternatives.some((segments) =>
          alternatives.some((rule) => globsMeet(rule, segments)),
        );
        if (meets) return [verdictAt(rules, position, this.#part)];
      }
    }
    return [];
  }
}

const NOWHERE: readonly AbsolutePath[] = [];
const NO_VERDICTS: readonly Verdict[] = [];

/** The first rules about a path, while its symlinks lead there. */
type KnownPath = { readonly real: AbsolutePath; readonly positions: readonly number[] };

/** By the tools that bind it: there are few such lists for one set of rules. */
type KnownTools = Map<readonly string[], Map<AbsolutePath, KnownPath>>;

type KnownPaths = { readonly roots: readonly (AbsolutePath | undefined)[]; readonly tools: KnownTools };

/** Paths that a session's commands name repeatedly; resolved again when the rules or the roots change. */
const KNOWN_PATHS = new WeakMap<RuleIndex, KnownPaths>();
const MAX_KNOWN = 2000;

function knownPaths(rules: RuleIndex, call: ToolCall): KnownTools {
  const { workspace, home, realPath } = call.context;
  const roots = [workspace, home, realPath?.(workspace), home && realPath?.(home)];
  const known = KNOWN_PATHS.get(rules);
  if (known?.roots.every((root, index) => root === roots[index])) return known.tools;
  const tools: KnownTools = new Map();
  KNOWN_PATHS.set(rules, { roots, tools });
  return tools;
}

const SHELL_PATTERN = /[*?]|\[.+\]|\{[^{}]*,[^{}]*\}/;

type StrictPath = { readonly position: number } & Pick<PathGlob, 'alternatives' | 'anchor'>;

const STRICT_PATHS = new WeakMap<RuleIndex, Map<string, readonly StrictPath[]>>();

function strictPaths(rules: RuleIndex, tool: string): readonly StrictPath[] {
  const known = STRICT_PATHS.get(rules) ?? new Map<string, readonly StrictPath[]>();
  STRICT_PATHS.set(rules, known);
  const found = known.get(tool) ?? readStrictPaths(rules, tool);
  known.set(tool, found);
  return found;
}

function readStrictPaths(rules: RuleIndex, tool: string): readonly StrictPath[] {
  const found: StrictPath[] = [];
  for (let position = 0; position < rules.size; position++) {
    const { action, pattern } = rules.rule(position);
    const argument = action === 'allow' ? null : specFor(pattern, tool)?.argument;
    if (argument?.kind === 'path')
      found.push({ position, alternatives: argument.glob.alternatives, anchor: argument.glob.anchor });
  }
  return found;
}

export function fromKnownPlace(text: string): string {
  return text.replace(/^\$(?:HOME\b|\{HOME\})(?=\/|$)/, '~').replace(/^\$(?:PWD\b|\{PWD\})(?=\/|$)/, '.');
}

/** A path that no rule means. */
function below(path: AbsolutePath): AbsolutePath {
  return `${path === '/' ? '' : path}/whatever lies there` as AbsolutePath;
}
