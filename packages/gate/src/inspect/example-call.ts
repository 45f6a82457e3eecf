import { type AbsolutePath, absolutePath, analyseCommandLine, type ToolProfiles } from '@caliban/calls';
import { describeUrl, matchesPath, matchesUrl } from '@caliban/calls/globs';
import { isPlainCommand } from '@caliban/calls/shell';
import type { PathAnchor, PathGlob } from '@caliban/calls/types';
import { matchesFields } from '../judge/match-fields.ts';
import { specFor } from '../pattern/parse-pattern.ts';
import { matchesTool } from '../pattern/tool-glob.ts';
import type { ArgumentGlob } from '../types/pattern.ts';
import type { Rule } from '../types/rule.ts';
import { isComparable } from './containment/containment.ts';
import { matchesCommand } from './containment/contains-argument.ts';
import type { KnownRoots } from './containment/contains-path.ts';
import { inclusion } from './containment/inclusion.ts';
import { NOTHING } from './containment/nfa.ts';
import { pathNfa } from './containment/path-nfa.ts';
import { type PathFilling, samplePath } from './containment/sample-paths.ts';
import { filled } from './containment/sample-texts.ts';
import type { ExampleCall } from './finding.ts';

export type ExampleContext = { readonly profiles: ToolProfiles; readonly roots: KnownRoots };

/** Calls that a rule matches, readable ones first; each has been verified. */
export function* exampleCalls(rule: Rule, tool: string, world: ExampleContext): Generator<ExampleCall> {
  const spec = specFor(rule.pattern, tool, world.profiles);
  if (spec === null) return;
  for (const filling of FILLINGS) {
    const input: Record<string, unknown> = {};
    for (const { keys, glob } of spec.fields) put(input, keys, filled(glob, filling, 'x'));
    const argument = world.profiles.get(tool)?.argument;
    for (const text of spec.argument === null
      ? [SIMPLEST[argument?.kind ?? 'none']]
      : argumentsOf(spec.argument, filling)) {
      const call = { tool, input: argument == null ? input : { [argument.field]: text, ...input } };
      if (matchesAsWritten(rule, call, world)) yield call;
    }
  }
}

/** With the plain matchers: the command as one text, the path without resolving symlinks. */
export function matchesAsWritten(
  { pattern }: Rule,
  { tool, input }: ExampleCall,
  { profiles, roots }: ExampleContext,
): boolean {
  const spec = matchesTool(pattern.tool, tool) ? specFor(pattern, tool, profiles) : null;
  const field = profiles.get(tool)?.argument?.field;
  const text = field === undefined ? undefined : input[field];
  return (
    spec !== null &&
    (spec.argument === null || (typeof text === 'string' && matchesArgument(spec.argument, text, roots))) &&
    matchesFields(spec.fields, input, 'allow')
  );
}

/** The commands of a line, each as a separate call. */
export function singleCommands({ tool, input }: ExampleCall, { profiles }: ExampleContext): readonly ExampleCall[] {
  const argument = profiles.get(tool)?.argument;
  const text = argument?.kind === 'command' ? input[argument.field] : undefined;
  if (argument == null || typeof text !== 'string' || isPlainCommand(text)) return [];
  return analyseCommandLine(text).units.map((unit) => ({ tool, input: { ...input, [argument.field]: unit.text } }));
}

function matchesArgument(argument: ArgumentGlob, text: string, known: KnownRoots): boolean {
  switch (argument.kind) {
    case 'text':
      return matchesCommand(argument, text);
    // Only the classification can decide.
    case 'class':
      return false;
    case 'path': {
      const { workspace = SOME_WORKSPACE, home = SOME_HOME } = known;
      return matchesPath(argument.glob, absolutePath(text, { base: workspace, home }), { workspace, home });
    }
    case 'url': {
      const { normal, hasUserinfo } = describeUrl(text);
      return normal !== null && !hasUserinfo && matchesUrl(argument.glob, normal);
    }
  }
}

const SOME_WORKSPACE = '/workspace' as AbsolutePath;
const SOME_HOME = '/home/you' as AbsolutePath;

/** For rules without requirements. */
const SIMPLEST = { command: 'ls', path: 'x', url: 'https://example.test/', none: '' };

/** Replacements for stars. */
const FILLINGS = ['x', '', 'x x', 'a.b'];

function* argumentsOf(argument: ArgumentGlob, star: string): Generator<string> {
  switch (argument.kind) {
    case 'text':
      yield filled(argument.glob, star, 'x');
      return;
    case 'class':
      return;
    case 'url':
      for (const loose of argument.glob.loose) yield filled(loose, star, 'x');
      return;
    case 'path':
      for (const path of pathsOf(argument.glob, { name: 'x', filler: star, levels: 0 })) {
        yield asWritten(argument.glob.anchor, path);
      }
  }
}

function* pathsOf(glob: PathGlob, filling: PathFilling): Generator<string> {
  const { alternatives } = glob;
  for (const segments of alternatives) yield* samplePath(segments, filling);
  if (!isComparable(glob)) return;
  // Unusual globs: the shortest matching path.
  const shortest = inclusion(pathNfa(alternatives), NOTHING, { left: 10_000 });
  if (shortest.kind === 'exceeded') yield shortest.by;
}

/** `/a/b` below its anchor, as a model would write it. */
function asWritten(anchor: PathAnchor, path: string): string {
  switch (anchor) {
    case 'root':
      return path === '' ? '/' : path;
    case 'home':
      return `~${path}`;
    case 'workspace':
      return path === '' ? '.' : path.slice(1);
  }
}

function put(input: Record<string, unknown>, keys: readonly string[], value: string): void {
  let inside = input;
  for (const key of keys.slice(0, -1)) {
    const next = Object.hasOwn(inside, key) ? inside[key] : undefined;
    const object = typeof next === 'object' && next !== null ? (next as Record<string, unknown>) : {};
    define(inside, key, object);
    inside = object;
  }
  define(inside, keys.at(-1) ?? '', value);
}

/** Also for `__proto__`. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
