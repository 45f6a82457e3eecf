import type { ForeignRule } from '../import-rule.ts';

/** One entry of the three lists. */
export type ClaudeEntry = { readonly foreign: ForeignRule; readonly rule: ClaudeRule };

/** `Tool` or `Tool(specifier)`, split. */
export type ClaudeRule = { readonly tool: string; readonly specifier: string | null };

/** The specifier is the text between the first `(` and the closing `)`; a backslash makes a parenthesis or backslash literal. */
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

/** Renamed tools; rules may still use the old name. */
function currentName(tool: string): string {
  return RENAMED.get(tool) ?? tool;
}

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Task', 'Agent'],
  ['KillShell', 'TaskStop'],
  ['AgentOutputTool', 'TaskOutput'],
  ['BashOutputTool', 'TaskOutput'],
]);
