import { escapeGlob } from '@caliban/calls/globs';
import type { Action } from '@caliban/gate';

/** Our names for a tool. */
export type ToolNames = {
  readonly tools: readonly string[];
  /** Our tool does everything this one does, and more. */
  readonly broader: boolean;
};

/**
 * A tool of Gemini CLI, with its server if it has one. An allow is for that one tool, a deny or ask for all tools of its family.
 */
export function geminiTool(name: string | null, server: string | null, action: Action): ToolNames {
  const tools = ourNames(name, server, action);
  // `:` and `(` end the tool in our patterns, so `?` replaces them.
  const spelled = tools.map((tool) => tool.replaceAll(/[:(]/g, '?'));
  return { tools: spelled, broader: name === 'list_directory' || spelled.some((tool, index) => tool !== tools[index]) };
}

function ourNames(name: string | null, server: string | null, action: Action): readonly string[] {
  if (server !== null) return [mcpName(server, name === null ? '*' : withoutServer(name, server))];
  if (name === null || name === '*') return ['*'];
  if (name === 'mcp_*') return ['mcp__*'];
  if (name === 'replace' || name === 'edit')
    return action === 'allow' ? ['Edit'] : ['Edit', 'MultiEdit', 'NotebookEdit'];
  const mcp = qualified(name);
  return [NAMES.get(name) ?? (mcp === null ? escapeGlob(name) : mcpName(mcp.server, mcp.tool))];
}

/** `mcp_server_tool`, split at the first underscore as Gemini CLI does, or the older `server__tool`. */
function qualified(name: string): { server: string; tool: string } | null {
  const [, server, tool] = (name.startsWith('mcp_') ? /^mcp_+(.+?)_+(.+)$/s : /^(.+?)__(.+)$/s).exec(name) ?? [];
  return server === undefined || tool === undefined ? null : { server, tool };
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['run_shell_command', 'Bash'],
  ['read_file', 'Read'],
  ['read_many_files', 'Read'],
  ['write_file', 'Write'],
  ['list_directory', 'Glob'],
  ['glob', 'Glob'],
  ['grep_search', 'Grep'],
  ['search_file_content', 'Grep'],
  ['web_fetch', 'WebFetch'],
  ['google_web_search', 'WebSearch'],
  ['write_todos', 'TodoWrite'],
  ['enter_plan_mode', 'EnterPlanMode'],
  ['exit_plan_mode', 'ExitPlanMode'],
]);

/** Only a single `*`, or one at the end of a tool's name, is a wildcard there. */
function mcpName(server: string, tool: string): string {
  const star = tool.endsWith('*');
  const spelled = star ? `${escapeGlob(tool.slice(0, -1))}*` : escapeGlob(tool);
  return `mcp__${server === '*' ? '*' : escapeGlob(server)}__${spelled}`;
}

function withoutServer(name: string, server: string): string {
  const prefix = `mcp_${server}_`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
