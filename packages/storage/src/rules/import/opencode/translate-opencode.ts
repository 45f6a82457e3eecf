import { matchesText, parseTextGlob } from '@caliban/calls/globs';
import type { Action } from '@caliban/gate';
import type { Translation } from '../import-rule.ts';
import { oddName } from '../patterns/odd-name.ts';
import { pathGlob } from '../patterns/path-wildcard.ts';
import {
  commandPattern,
  fieldPattern,
  literal,
  ONE,
  RUN,
  textGlob,
  tidy,
  type Wildcard,
} from '../patterns/wildcard.ts';
import { mcpNames } from './mcp-names.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';

export type OpencodeRule = {
  /** An opencode permission, or a wildcard over them. */
  readonly permission: string;
  readonly pattern: string;
  readonly action: Action;
  readonly line: number;
};

/** What one rule of opencode matches. */
export function translateOpencode({ permission, pattern, action }: OpencodeRule): Translation {
  if (permission === '*' && pattern === '*') return { kind: 'exact', patterns: ['*'] };
  if (!/[*?]/.test(permission)) return oddName(permission) ?? onePermission(permission, pattern, action);

  const glob = parseTextGlob(permission);
  const matched = [...PERMISSIONS.keys()].filter((name) => matchesText(glob, name));
  const others = permission === '*' ? ['*'] : mcpNames(permission);
  if (pattern === '*')
    return { kind: 'exact', patterns: [...matched.flatMap((name) => wholeTools(name, action)), ...others] };
  const why = 'it looks at what many tools are about, each in its own way';
  if (action === 'allow') return { kind: 'tools-only', tools: others, why };
  const patterns = matched
    .map((name) => onePermission(name, pattern, action))
    .flatMap((translation) => ('patterns' in translation ? translation.patterns : []));
  return patterns.length === 0 ? { kind: 'tools-only', tools: others, why } : { kind: 'broader', patterns, why };
}

/** opencode asks for `edit` when it writes; rules under these names are never checked. */
const UNCONSULTED: ReadonlySet<string> = new Set(['write', 'patch', 'multiedit', 'apply_patch']);

function onePermission(name: string, pattern: string, action: Action): Translation {
  if (UNCONSULTED.has(name)) {
    const why = 'opencode asks for `edit` whenever it writes and never looks at this rule';
    if (action === 'allow') return { kind: 'none', why };
    const written = onePermission('edit', pattern, action);
    return 'patterns' in written ? { kind: 'broader', patterns: written.patterns, why } : written;
  }
  const known = PERMISSIONS.get(name);
  if (known === undefined) return unknownTool(name, pattern);
  if (known.broader)
    return { kind: 'tools-only', tools: known.tools, why: `caliban's ${known.tools[0]} does more than ${name}` };
  if (pattern === '*') return { kind: 'exact', patterns: wholeTools(name, action) };
  const wildcards = known.about === 'nothing' ? null : wildcardsOf(pattern, known.about === 'path', action);
  if (wildcards === null)
    return { kind: 'tools-only', tools: known.tools, why: `caliban has no pattern for this under ${name}` };
  const patterns = patternsOf(known, wildcards, action);
  if (known.about !== 'path' || action === 'allow' || wildcards.every(isSameFromRoot))
    return { kind: 'exact', patterns };
  const why =
    'it is matched relative to the workspace there, and from the root of the disk here, so that it also applies outside';
  return { kind: 'broader', patterns, why };
}

/** Whether it matches the same paths when they are relative to the workspace and when they are absolute. */
function isSameFromRoot([first, second, ...rest]: Wildcard): boolean {
  return first?.kind !== 'run' || (second?.kind === 'text' && !second.text.includes('/') && rest.length === 0);
}

/** For an allow of a file tool, inside the workspace only: opencode asks separately about paths outside. */
function wholeTools(name: string, action: Action): readonly string[] {
  const { tools, about } = PERMISSIONS.get(name) as Permission;
  return about === 'path' && action === 'allow' ? tools.map((tool) => `${tool}:**`) : tools;
}

function unknownTool(name: string, pattern: string): Translation {
  const tools = mcpNames(name);
  if (pattern === '*') return { kind: 'exact', patterns: tools };
  return { kind: 'tools-only', tools, why: `caliban does not know what a call of ${name} is about` };
}

function patternsOf({ tools, about }: Permission, wildcards: readonly Wildcard[], action: Action): readonly string[] {
  return tools.flatMap((tool) =>
    wildcards.map((wildcard) => {
      if (about === 'command') return commandPattern(textGlob(wildcard));
      if (about === 'path')
        return `${tool}:${pathGlob(wildcard, { runsFrom: action === 'allow' ? 'workspace' : 'root' })}`;
      if (about === 'url') return `${tool}:${urlGlob(wildcard, action)}`;
      return about === 'nothing' ? tool : fieldPattern(tool, about.field, textGlob(wildcard));
    }),
  );
}

/**
 * `*` and `?` are the wildcards, a final ` *` means with or without arguments, a backslash equals a slash, `~` and `$HOME` are
 * home.
 */
function wildcardsOf(pattern: string, isPath: boolean, action: Action): readonly Wildcard[] | null {
  const home = /^(?:~(?=\/|$)|\$HOME)/.exec(pattern)?.[0];
  const start = home === undefined ? [] : isPath ? [literal('~')] : action === 'allow' ? null : [RUN];
  if (start === null) return null;
  const parts = [...pattern.slice(home?.length ?? 0)].map((character) => {
    if (character === '*') return RUN;
    if (character === '?') return ONE;
    if (character !== '\\') return literal(character);
    return action === 'allow' ? literal('/') : ONE;
  });
  const wildcard = tidy([...start, ...parts]);
  return pattern.endsWith(' *') ? [tidy([...start, ...parts.slice(0, -2)]), wildcard] : [wildcard];
}

/** There a wildcard in the host can match into the path. An allow may be narrower than that; a deny or ask must cover it. */
function urlGlob(wildcard: Wildcard, action: Action): string {
  const glob = textGlob(wildcard);
  return action !== 'allow' && /:\/\/[^/]*[*?]/.test(glob) ? glob.replace('://', ':?/') : glob;
}
