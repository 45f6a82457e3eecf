import type { ToolProfiles } from '@caliban/calls';
import { literalText, matchesText } from '@caliban/calls/globs';
import type { ArgumentKind, TextGlob } from '@caliban/calls/types';
import { specFor } from '../pattern/parse-pattern.ts';
import { matchesTool } from '../pattern/tool-glob.ts';
import type { Spec } from '../types/pattern.ts';
import type { Rule } from '../types/rule.ts';
import { type KnownRoots, rooted } from './containment/contains-path.ts';
import { filled } from './containment/sample-texts.ts';

/** A rule split by the tools it covers, ready to be compared with others. */
export type Shape = {
  readonly rule: Rule;
  readonly position: number;
  readonly reaches: readonly Reach[];
  /** Its requirements for a call of this tool; null if it never matches one. */
  readonly specOn: (tool: string) => Spec | null;
};

export type Reach = {
  /** A tool by name; for `unnamed`, a placeholder for every tool without a profile that the name glob matches. */
  readonly tool: string;
  readonly unnamed: boolean;
  /** The alternative of the pattern that matches the tool. */
  readonly glob: TextGlob;
  /** The kind of its first argument; null if it has none. */
  readonly kind: ArgumentKind | null;
  readonly spec: Spec;
};

export function shapeOf(
  rule: Rule,
  position: number,
  { profiles, roots }: { readonly profiles: ToolProfiles; readonly roots: KnownRoots },
): Shape {
  const { pattern } = rule;
  const specs = new Map<string, Spec | null>();
  const specOn = (tool: string) => {
    let spec = specs.get(tool);
    if (spec === undefined) {
      spec = matchesTool(pattern.tool, tool) ? rootedSpec(specFor(pattern, tool, profiles), roots) : null;
      specs.set(tool, spec);
    }
    return spec;
  };
  return { rule, position, reaches: reachesOf(rule, specOn, profiles), specOn };
}

export function isAnyCall({ argument, fields }: Spec): boolean {
  return argument === null && fields.length === 0;
}

function rootedSpec(spec: Spec | null, roots: KnownRoots): Spec | null {
  if (spec?.argument?.kind !== 'path') return spec;
  return { ...spec, argument: { kind: 'path', glob: rooted(spec.argument.glob, roots) } };
}

function reachesOf({ pattern: { tool } }: Rule, specOn: Shape['specOn'], profiles: ToolProfiles): readonly Reach[] {
  const reached = new Set<string>();
  return tool.alternatives.flatMap((glob) => {
    const name = literalText(glob);
    const known = [...profiles.keys()].filter((each) => matchesText(glob, each));
    const names = name === null ? [...known, unnamedTool(glob, profiles)] : [name];
    return names.flatMap((candidate) => {
      const spec = specOn(candidate);
      if (spec === null || reached.has(candidate)) return [];
      reached.add(candidate);
      const profile = profiles.get(candidate);
      const unnamed = name === null && profile === undefined;
      return eachWay(spec).map((way) => ({
        tool: candidate,
        unnamed,
        glob,
        kind: profile?.argument?.kind ?? null,
        spec: way,
      }));
    });
  });
}

/** A command with arguments and one without are two ways to match. */
function eachWay(spec: Spec): readonly Spec[] {
  const { argument } = spec;
  if (argument?.kind !== 'text' || argument.bare === undefined) return [spec];
  const { kind, glob, anywhere, bare } = argument;
  return [glob, bare].map((each) => ({ ...spec, argument: { kind, glob: each, anywhere } }));
}

/** A name that the glob matches and no profile has; letters are added until it is unknown. */
function unnamedTool(tool: TextGlob, profiles: ToolProfiles): string {
  for (const star of ['x', 'xx', 'xyz']) {
    for (const one of ['x', 'z', 'q']) {
      const candidate = filled(tool, star, one);
      if (!profiles.has(candidate)) return candidate;
    }
  }
  return filled(tool, 'xyzq', 'x');
}
