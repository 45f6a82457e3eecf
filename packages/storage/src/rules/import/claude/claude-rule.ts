import type { ForeignRule } from '../import-rule.ts';

/** One entry of the three lists. */
export type ClaudeEntry = { readonly foreign: ForeignRule; readonly rule: ClaudeRule };

/** `Tool` or `Tool(specifier)`, taken apart. */
export type ClaudeRule = { readonly tool: string; readonly specifier: string | null };

/** The specifier is what stands between the first `(` and the closing `)`; a backslash keeps a paren or a backslash literal. */
export function parseClaudeRule(text: string): ClaudeRule | null {
  const open = text.indexOf('(');
  if (open === -1) return text === '' || text.includes(')') ? null : { tool: currentName(text), specifier: null };
  if (open === 0 || !text.endsWith(')')) return null;
  const inside = text.slice(open + 1, -1);
  return {
    tool: currentName(text.slice(0, open).trim()),
    specifier: inside === '' ? null : inside.replaceAll(/\\([\\()])/g, '$1'),
  };
}

/** Tools that were renamed; rules may still say the old name. */
function currentName(tool: string): string {
  return RENAMED.get(tool) ?? tool;
}

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Task', 'Agent'],
  ['KillShell', 'TaskStop'],
  ['AgentOutputTool', 'TaskOutput'],
  ['BashOutputTool', 'TaskOutput'],
]);
