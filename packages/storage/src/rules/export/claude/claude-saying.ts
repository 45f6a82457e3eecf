import { type Action, type Rule, TOOL_PROFILES } from '@caliban/gate';
import { parsePattern, specFor } from '@caliban/gate/internal/pattern/parse-pattern';
import { literalText, matchesText } from '@caliban/gate/internal/text/text-glob';
import type { FieldGlob } from '@caliban/gate/internal/types/pattern';
import { claudeCommand } from './claude-command.ts';
import { claudeHost } from './claude-host.ts';
import { claudePaths } from './claude-paths.ts';
import { starText } from './claude-text.ts';
import type { Siblings } from './siblings.ts';

/** How Claude Code can say a rule. */
export type Saying =
  | { readonly kind: 'exact'; readonly rules: readonly string[] }
  /** More calls than the rule is about: for a deny or ask. */
  | { readonly kind: 'broader'; readonly rules: readonly string[]; readonly why: string }
  /** A hair more than an allow is about, and nothing that could do harm. */
  | { readonly kind: 'wider'; readonly rules: readonly string[]; readonly why: string }
  /** Nothing but the tool can be said. */
  | { readonly kind: 'tool-only'; readonly rules: readonly string[]; readonly why: string };

export function claudeSaying(rule: Rule, siblings: Siblings): Saying {
  const tool = literalText(rule.pattern.tool);
  return tool === null ? toolGlob(rule, siblings) : oneTool(tool, rule, siblings);
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
    case undefined:
      return { kind: 'exact', rules: [tool] };
  }
}

/** A wildcard over tool names: an allow may have one only behind the name of a server. */
function toolGlob(rule: Rule, siblings: Siblings): Saying {
  const { pattern, action } = rule;
  const written = starText(pattern.tool);
  if (pattern.specText === '' || pattern.specText === '*') {
    const why = 'Claude Code has no `?` in a tool name, and an allow has a wildcard only behind `mcp__server__`';
    if (action === 'allow' && !/^mcp__[^*]+?__/.test(written.text))
      return { kind: 'tool-only', rules: [written.text], why };
    return written.exact ? { kind: 'exact', rules: [written.text] } : { kind: 'broader', rules: [written.text], why };
  }
  const why = 'Claude Code has no wildcard over tools together with what they are about';
  const known = [...TOOL_PROFILES.keys()].filter((name) => matchesText(pattern.tool, name));
  const rules = known.flatMap((name) => {
    const parsed = parsePattern(`${name}:${pattern.specText}`);
    return parsed.ok ? oneTool(name, { ...rule, pattern: parsed.value }, siblings).rules : [];
  });
  return action === 'allow' || rules.length === 0
    ? { kind: 'tool-only', rules: [written.text], why }
    : { kind: 'broader', rules, why };
}

/** `Tool(key:value)` is for deny and ask, one plain key at a time; a sub-agent has a spelling of its own. */
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
