import { TOOL_PROFILES } from '@caliban/calls';
import { literalText, matchesText } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import { type Action, formatPattern, type Pattern, parsePattern, type Rule } from '@caliban/gate';
import { matchesTool, namedTools, specFor } from '@caliban/gate/pattern';
import { allowsOnlyConfined, type FieldGlob } from '@caliban/gate/types';
import { claudeCommand } from './claude-command.ts';
import { claudeHost } from './claude-host.ts';
import { claudePaths } from './claude-paths.ts';
import { starText } from './claude-text.ts';
import type { Siblings } from './siblings.ts';

/** How Claude Code can express a rule. */
export type Saying =
  | { readonly kind: 'exact'; readonly rules: readonly string[] }
  /** Covers more calls than the rule: for a deny or ask. */
  | { readonly kind: 'broader'; readonly rules: readonly string[]; readonly why: string }
  /** Covers slightly more than the allow, without any harm. */
  | { readonly kind: 'wider'; readonly rules: readonly string[]; readonly why: string }
  /** Only the tool can be expressed. */
  | { readonly kind: 'tool-only'; readonly rules: readonly string[]; readonly why: string };

export function claudeSaying(rule: Rule, siblings: Siblings): Saying {
  const { pattern } = rule;
  if (allowsOnlyConfined(rule)) return { kind: 'broader', rules: [], why: WHY_NOT_CONFINED };
  if (isClaudes(pattern)) return { kind: 'exact', rules: [formatPattern(pattern)] };
  const named = namedTools(pattern.tool);
  const [only, ...others] = pattern.tool.alternatives;
  if (named !== null) return together(named.map((tool) => sayingOf(tool, rule, siblings)));
  if (pattern.spelling === 'class') return classSaying(pattern.specText);
  if (only !== undefined && others.length === 0) return toolGlob(only, rule, siblings);
  if (/^mcp__[^|]*$/.test(pattern.tool.text)) return { kind: 'exact', rules: [pattern.tool.text] };
  return together(pattern.tool.alternatives.map((tool) => toolGlob(tool, rule, siblings)));
}

/** Already in Claude Code's own notation, about something it knows. */
function isClaudes({ tool, spelling, specText }: Pattern): boolean {
  if (spelling !== 'paren') return false;
  switch (tool.text) {
    case 'Bash':
      return !/^~(?!\/)|^@/.test(specText);
    case 'Read':
    case 'Edit':
      return !specText.startsWith('@');
    case 'WebFetch':
      return specText.startsWith('domain:');
    default:
      return tool.text === 'Agent' && !specText.includes('=');
  }
}

/** As exact as the least exact of them. */
function together(sayings: readonly Saying[]): Saying {
  const rules = [...new Set(sayings.flatMap((saying) => saying.rules))];
  const worst = (['tool-only', 'broader', 'wider'] as const)
    .map((kind) => sayings.find((saying) => saying.kind === kind))
    .find((saying) => saying !== undefined);
  return worst === undefined ? { kind: 'exact', rules } : { ...worst, rules };
}

const WHY_NOT_CONFINED = 'it allows only what runs confined, which no rule of Claude Code can say';
const WHY_NO_CLASS = 'Claude Code has no classes of calls';

function classSaying(text: string): Saying {
  const tools = ['Bash', 'Read', 'Edit', 'WebFetch'].filter((tool) => parsePattern(`${tool}:${text}`).ok);
  return { kind: 'tool-only', rules: tools, why: WHY_NO_CLASS };
}

function sayingOf(tool: string, rule: Rule, siblings: Siblings): Saying {
  if (matchesTool(rule.pattern.tool, tool) && specFor(rule.pattern, tool) !== null)
    return oneTool(tool, rule, siblings);
  return { kind: 'exact', rules: [] };
}

function oneTool(tool: string, { pattern, action }: Rule, siblings: Siblings): Saying {
  const spec = specFor(pattern, tool);
  if (spec === null || (spec.argument === null && spec.fields.length === 0)) return { kind: 'exact', rules: [tool] };
  if (spec.fields.length > 0) return fields(tool, spec.fields, { action, withArgument: spec.argument !== null });
  const { argument } = spec;
  switch (argument?.kind) {
    case 'text':
      return claudeCommand(argument, action, siblings);
    case 'path':
      return claudePaths({ tool, glob: argument.glob, spec: pattern.specText, action }, siblings);
    case 'url':
      return claudeHost(argument.glob.text, action, siblings);
    case 'class':
      return { kind: 'tool-only', rules: [tool], why: WHY_NO_CLASS };
    case undefined:
      return { kind: 'exact', rules: [tool] };
  }
}

/** A wildcard in the tool name: an allow may have one only after the name of a server. */
function toolGlob(tool: TextGlob, rule: Rule, siblings: Siblings): Saying {
  const { pattern, action } = rule;
  const written = starText(tool);
  if (pattern.specText === '' || pattern.specText === '*') {
    const why = 'Claude Code has no `?` in a tool name, and an allow has a wildcard only behind `mcp__server__`';
    if (action === 'allow' && !/^mcp__[^*]+?__/.test(written.text))
      return { kind: 'tool-only', rules: [written.text], why };
    return written.exact ? { kind: 'exact', rules: [written.text] } : { kind: 'broader', rules: [written.text], why };
  }
  const why = 'Claude Code has no wildcard over tools together with what they are about';
  const known = [...TOOL_PROFILES.keys()].filter((name) => matchesText(tool, name));
  const rules = known.flatMap((name) => {
    const parsed = parsePattern(`${name}:${pattern.specText}`);
    return parsed.ok ? oneTool(name, { ...rule, pattern: parsed.value }, siblings).rules : [];
  });
  return action === 'allow' || rules.length === 0
    ? { kind: 'tool-only', rules: [written.text], why }
    : { kind: 'broader', rules, why };
}

/** `Tool(key:value)` is for deny and ask only, with one plain key; a sub-agent has its own spelling. */
function fields(
  tool: string,
  globs: readonly FieldGlob[],
  { action, withArgument }: { action: Action; withArgument: boolean },
): Saying {
  const why = 'Claude Code looks at one plain input field at a time, and only in a deny or ask';
  const [first, ...others] = globs;
  if (first === undefined || others.length > 0 || withArgument || first.keys.length !== 1) {
    return { kind: 'tool-only', rules: [tool], why };
  }
  const [key] = first.keys;
  const value = literalText(first.glob);
  if (tool === 'Agent' && key === 'subagent_type' && value !== null)
    return { kind: 'exact', rules: [`Agent(${value})`] };
  if (action === 'allow') return { kind: 'tool-only', rules: [tool], why };
  const { text, exact } = starText(first.glob);
  return exact
    ? { kind: 'exact', rules: [`${tool}(${key}:${text})`] }
    : { kind: 'broader', rules: [`${tool}(${key}:${text})`], why };
}
