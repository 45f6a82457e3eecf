import { mcpToolName } from '@caliban/calls/describe';
import type { HostCall } from '../host-adapter.ts';
import { fieldOf, textOf } from '../protocol/payload.ts';
import { fileTool, globTool, grepTool, listTool } from '../tools/file-tool.ts';
import { shellTool } from '../tools/shell-tool.ts';
import { named, type ReadTool, type ToolMap } from '../tools/tool-map.ts';
import { webFetchTool, webSearchTool } from '../tools/web-tool.ts';

const FILE = ['file_path', 'path', 'target_file'];
const SEARCHED = ['file_path', 'path', 'target_directory'];
const write = fileTool('Write', { path: FILE });
const edit = fileTool('Edit', { path: FILE });

/** In most versions Write is used for edits too; if the fields suggest one, rules for either tool apply. */
export const CURSOR_TOOLS: ToolMap = new Map<string, ReadTool>([
  ['Shell', shellTool({ command: ['command'], directory: ['cwd', 'working_directory'] })],
  ['Read', fileTool('Read', { path: FILE })],
  ['Write', (input, hostTool) => [...write(input, hostTool), ...(isEdit(input) ? edit(input, hostTool) : [])]],
  ['Edit', edit],
  ['StrReplace', edit],
  ['EditNotebook', fileTool('NotebookEdit', { path: ['target_notebook', 'notebook_path', ...FILE] })],
  ['Delete', edit],
  ['Grep', grepTool({ path: SEARCHED })],
  ['Glob', globTool({ path: SEARCHED })],
  ['List', listTool({ path: SEARCHED })],
  ['LS', listTool({ path: SEARCHED })],
  ['Task', named('Agent')],
  ['TodoWrite', named('TodoWrite')],
  ['AskQuestion', named('AskUserQuestion', 'internal')],
  ['WebFetch', webFetchTool],
  ['WebSearch', webSearchTool],
]);

function isEdit(input: unknown): boolean {
  return ['old_string', 'new_string', 'edits'].some((name) => fieldOf(input, name) !== undefined);
}

/** `tool`, `MCP:tool` or `MCP:server:tool`. If no server is named, rules see it as `unknown`. */
export function cursorMcpCall(written: string, input: unknown, payload: unknown): HostCall {
  const [first = '', ...rest] = written.replace(/^MCP:/, '').split(':');
  const server = rest.length > 0 ? first : (textOf(payload, 'server_name') ?? textOf(payload, 'mcp_server_name'));
  return { tool: mcpToolName(server ?? 'unknown', rest.length > 0 ? rest.join(':') : first), input };
}
