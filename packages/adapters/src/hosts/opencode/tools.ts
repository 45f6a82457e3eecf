import { mcpToolName } from '@caliban/calls/describe';
import type { HostCall } from '../host-adapter.ts';
import type { Calls } from '../protocol/calls-request.ts';
import { fieldOf, textOf } from '../protocol/payload.ts';
import { fileTool, globTool, grepTool, listTool, tildeAsName } from '../tools/file-tool.ts';
import { patchTool } from '../tools/patch-tool.ts';
import { readCalls } from '../tools/read-calls.ts';
import { shellTool } from '../tools/shell-tool.ts';
import { named, type ReadTool, type ToolMap } from '../tools/tool-map.ts';
import { webFetchTool, webSearchTool } from '../tools/web-tool.ts';

const FILE = { path: ['filePath', 'file_path', 'path'], readings: tildeAsName };
const SEARCHED = { path: ['path'], readings: tildeAsName };
const EDIT = { oldString: 'old_string', newString: 'new_string', replaceAll: 'replace_all' };
const patch = patchTool(['patchText', 'patch']);

const TOOLS: ToolMap = new Map<string, ReadTool>([
  ['bash', shellTool({ command: ['command'], directory: ['workdir'] })],
  ['read', fileTool('Read', FILE)],
  ['write', fileTool('Write', FILE)],
  ['edit', fileTool('Edit', { ...FILE, renamed: EDIT })],
  ['multiedit', fileTool('MultiEdit', FILE)],
  ['apply_patch', patch],
  ['patch', patch],
  ['glob', globTool(SEARCHED)],
  ['list', listTool(SEARCHED)],
  ['grep', grepTool({ ...SEARCHED, renamed: { include: 'glob' } })],
  ['webfetch', webFetchTool],
  ['websearch', webSearchTool],
  ['codesearch', webSearchTool],
  ['task', named('Agent')],
  ['todowrite', named('TodoWrite')],
  ['todoread', named('TodoWrite')],
  ['question', named('AskUserQuestion', 'internal')],
]);

export function opencodeCalls(tool: string, args: unknown, servers: readonly string[]): Calls {
  if (tool === 'batch') return batchCalls(args, servers);
  const [first, ...others] = TOOLS.has(tool) ? [] : mcpReadings(tool, args, servers);
  return first === undefined ? readCalls(TOOLS, tool, args) : [first, ...others];
}

/** `server_tool`, where both may contain underscores: one reading for every server that fits. */
function mcpReadings(tool: string, args: unknown, servers: readonly string[]): readonly HostCall[] {
  return [...new Set(servers.map((server) => server.replaceAll(/[^\w-]/g, '_')))]
    .filter((server) => server !== '' && tool.startsWith(`${server}_`) && tool.length > server.length + 1)
    .map((server) => ({ tool: mcpToolName(server, tool.slice(server.length + 1)), input: args }));
}

/** Several calls in one; they aren't announced separately. */
function batchCalls(args: unknown, servers: readonly string[]): Calls {
  const inner = fieldOf(args, 'tool_calls');
  const calls = (Array.isArray(inner) ? (inner as readonly unknown[]) : []).flatMap((call): readonly HostCall[] => {
    const tool = textOf(call, 'tool');
    return tool === undefined || tool === 'batch' ? [] : opencodeCalls(tool, fieldOf(call, 'parameters'), servers);
  });
  const isWhole = Array.isArray(inner) && inner.every((call) => (textOf(call, 'tool') ?? 'batch') !== 'batch');
  const [first, ...others] = isWhole ? calls : [...calls, { tool: 'batch', input: args }];
  return first === undefined ? [{ tool: 'batch', input: args }] : [first, ...others];
}
