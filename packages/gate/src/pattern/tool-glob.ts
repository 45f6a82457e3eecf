import { literalText, matchesText, parseTextGlob } from '@caliban/calls/globs';
import type { ToolGlob } from '../types/pattern.ts';

/** Tools that show a file's content, and tools that change it. */
export const READING_TOOLS: readonly string[] = ['Read', 'Grep', 'Glob'];
export const EDITING_TOOLS: readonly string[] = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];

/** `A|B` is either tool, `mcp__server` every tool of that server, and before a parenthesis `Edit` and `Read` are whole families. */
export function parseToolGlob(text: string, spelling: 'bare' | 'colon' | 'paren'): ToolGlob {
  if (PLAIN_NAME.test(text) && (spelling !== 'paren' || !FAMILIES.has(text))) {
    return { text, alternatives: [parseTextGlob(text)] };
  }
  const names = text.split('|').flatMap((name) => toolsNamed(name, spelling));
  return { text, alternatives: [...new Set(names)].map((name) => parseTextGlob(name)) };
}

export function matchesTool({ alternatives }: ToolGlob, name: string): boolean {
  for (const alternative of alternatives) if (matchesText(alternative, name)) return true;
  return false;
}

/** The single named tool; null if there may be several. */
export function oneTool({ alternatives }: ToolGlob): string | null {
  const [only, ...others] = alternatives;
  return only === undefined || others.length > 0 ? null : literalText(only);
}

/** The tools, if all their names are known: no wildcard, no server. */
export function namedTools({ alternatives }: ToolGlob): readonly string[] | null {
  const names = alternatives.map(literalText);
  return names.every((name) => name !== null) ? names : null;
}

/** No alternatives, and no MCP server. */
const PLAIN_NAME = /^(?!mcp__)[^|]*$/;

/** As Claude Code reads `Read(…)` and `Edit(…)`. */
const FAMILIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Read', READING_TOOLS],
  ['Edit', EDITING_TOOLS],
]);

function toolsNamed(name: string, spelling: 'bare' | 'colon' | 'paren'): readonly string[] {
  if (MCP_SERVER.test(name)) return [name, `${name}__*`];
  return (spelling === 'paren' ? FAMILIES.get(name) : undefined) ?? [name];
}

const MCP_SERVER = /^mcp__[^_*?](?:(?!__)[^*?])*$/;
