import type { ToolProfiles } from '@caliban/calls';
import { anywhere, foldPathGlob, matchesSegments, matchesText, matchesUrl } from '@caliban/calls/globs';
import { matchesFields } from '../../src/judge/match-fields.ts';
import type { PathProbe } from '../../src/judge/rule-index.ts';
import { specFor } from '../../src/pattern/parse-pattern.ts';
import { matchesTool } from '../../src/pattern/tool-glob.ts';
import type { Spec } from '../../src/types/pattern.ts';
import type { Rule } from '../../src/types/rule.ts';

// One rule against one text, slow and obvious: the truth the index is held against.

export type MatchOptions = {
  readonly foldPaths?: boolean | undefined;
  readonly profiles?: ToolProfiles | undefined;
};

/** What the rule asks of a call of this tool; null when it can match none. */
export function specOf(rule: Rule, tool: string, { profiles }: MatchOptions = {}): Spec | null {
  return matchesTool(rule.pattern.tool, tool) ? specFor(rule.pattern, tool, profiles) : null;
}

/** No argument glob, no fields: every call of the tool. */
export function isForAnyCall(rule: Rule, tool: string, options?: MatchOptions): boolean {
  const spec = specOf(rule, tool, options);
  return spec !== null && spec.argument === null && spec.fields.length === 0;
}

export function ruleMatchesText(
  rule: Rule,
  tool: string,
  text: string,
  input: unknown,
  options?: MatchOptions,
): boolean {
  const spec = specOf(rule, tool, options);
  if (spec?.argument?.kind !== 'text') return false;
  const { glob, bare } = spec.argument;
  const isMatch = matchesText(spec.argument.anywhere ? anywhere(glob) : glob, text);
  return (isMatch || (bare !== undefined && matchesText(bare, text))) && matchesFields(spec.fields, input, rule.action);
}

/** Only as a `~` rule. */
export function ruleMatchesAnywhere(
  rule: Rule,
  tool: string,
  text: string,
  input: unknown,
  options?: MatchOptions,
): boolean {
  const spec = specOf(rule, tool, options);
  const isAnywhere = spec?.argument?.kind === 'text' && spec.argument.anywhere;
  return isAnywhere && ruleMatchesText(rule, tool, text, input, options);
}

/** As if it were a `~` rule. */
export function ruleMatchesInside(
  rule: Rule,
  tool: string,
  text: string,
  input: unknown,
  options?: MatchOptions,
): boolean {
  const spec = specOf(rule, tool, options);
  if (spec?.argument?.kind !== 'text') return false;
  const { glob, bare = glob } = spec.argument;
  const isInside = [glob, bare].some((each) => matchesText(anywhere(each), text));
  return isInside && matchesFields(spec.fields, input, rule.action);
}

export function ruleMatchesPath(
  rule: Rule,
  tool: string,
  path: PathProbe,
  input: unknown,
  options: MatchOptions = {},
): boolean {
  const spec = specOf(rule, tool, options);
  if (spec?.argument?.kind !== 'path') return false;
  const written = path[spec.argument.glob.anchor];
  if (written === null) return false;
  const below = options.foldPaths ? written.toLowerCase() : written;
  const { alternatives } = options.foldPaths ? foldPathGlob(spec.argument.glob) : spec.argument.glob;
  return (
    alternatives.some((segments) => matchesSegments(segments, below)) && matchesFields(spec.fields, input, rule.action)
  );
}

export function ruleMatchesUrl(rule: Rule, tool: string, url: string, input: unknown, options?: MatchOptions): boolean {
  const spec = specOf(rule, tool, options);
  if (spec?.argument?.kind !== 'url') return false;
  return matchesUrl(spec.argument.glob, url) && matchesFields(spec.fields, input, rule.action);
}

/** A rule that asks for fields alone. */
export function ruleMatchesFields(rule: Rule, tool: string, input: unknown, options?: MatchOptions): boolean {
  const spec = specOf(rule, tool, options);
  if (spec === null || spec.argument !== null || spec.fields.length === 0) return false;
  return matchesFields(spec.fields, input, rule.action);
}
