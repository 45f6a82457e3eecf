import type { Calls } from '../protocol/calls-request.ts';
import { parsedInput, textOf } from '../protocol/payload.ts';
import { agentTool } from '../tools/agent-tool.ts';
import { everyMcpReading } from '../tools/every-mcp-reading.ts';
import { textsIn } from '../tools/fields.ts';
import { fileTool, globTool, grepTool } from '../tools/file-tool.ts';
import { patchTool } from '../tools/patch-tool.ts';
import { readCalls } from '../tools/read-calls.ts';
import { powershellTool, shellTool } from '../tools/shell-tool.ts';
import { named, type ReadTool, type ToolMap } from '../tools/tool-map.ts';
import { typedTool } from '../tools/typed-tool.ts';
import { webFetchTool, webSearchTool } from '../tools/web-tool.ts';

const FILE = ['path', 'file_path', 'filePath'];
const SEARCHED = ['path', 'paths'];

const bash = shellTool({ command: ['command'] });
const read = fileTool('Read', { path: FILE });
const write = fileTool('Write', { path: FILE, renamed: { file_text: 'content' } });
const edit = fileTool('Edit', { path: FILE, renamed: { old_str: 'old_string', new_str: 'new_string' } });
const patch = patchTool(['patch', 'input', 'command']);
const grep = grepTool({ path: SEARCHED });
const glob = globTool({ path: SEARCHED });

/** One tool with several commands. */
const editor: ReadTool = (input, hostTool) => {
  switch (textOf(input, 'command')) {
    case 'view':
      return read(input, hostTool);
    case 'create':
      return write(input, hostTool);
    default:
      return edit(input, hostTool);
  }
};

/** Under Claude Code's names, an edit may be any of three tools. The fields show which; every possible one is judged. */
const anyEdit: ReadTool = (input, hostTool) => {
  const isPatch = typeof input === 'string' || textsIn(input, ['patch', 'input']).texts.length > 0;
  const patched = isPatch ? patch(input, hostTool) : [];
  if (isPatch && textsIn(input, FILE).texts.length === 0) return patched;
  const isOther = ['view', 'create'].includes(textOf(input, 'command') ?? '');
  const edited = isOther && textsIn(input, CHANGES).texts.length > 0 ? edit(input, hostTool) : [];
  return [...patched, ...edited, ...editor(input, hostTool)];
};

const CHANGES = ['old_str', 'new_str', 'old_string', 'new_string'];

/**
 * An MCP tool is `server-tool`; none of Copilot's own tools has a hyphen in its name. A name in Claude Code's spelling is
 * unambiguous.
 */
export function copilotCalls(tool: string, written: unknown): Calls {
  const input = parsedInput(written);
  const [first, ...others] = isJoined(tool) ? everyMcpReading(tool, '-', input) : [];
  return first === undefined ? readCalls(COPILOT_TOOLS, tool, input) : [first, ...others];
}

function isJoined(tool: string): boolean {
  return tool.includes('-') && !tool.startsWith('mcp__');
}

/** Its own names, and the Claude Code names that it uses for `PreToolUse`. */
const COPILOT_TOOLS: ToolMap = new Map<string, ReadTool>([
  ['bash', bash],
  ['Bash', bash],
  ['write_bash', typedTool(['input'])],
  ['powershell', powershellTool('PowerShell')],
  ['view', read],
  ['Read', read],
  ['create', write],
  ['Write', write],
  ['edit', edit],
  ['Edit', anyEdit],
  ['str_replace_editor', editor],
  ['apply_patch', patch],
  ['grep', grep],
  ['rg', grep],
  ['Grep', grep],
  ['glob', glob],
  ['Glob', glob],
  ['web_fetch', webFetchTool],
  ['WebFetch', webFetchTool],
  ['web_search', webSearchTool],
  ['WebSearch', webSearchTool],
  ['ask_user', named('AskUserQuestion', 'internal')],
  ['AskUserQuestion', named('AskUserQuestion', 'internal')],
  ['update_todo', named('TodoWrite')],
  // Tells the user what it is working on.
  ['report_intent', named('TodoWrite')],
  ['task', agentTool],
  ['Task', agentTool],
  ['Agent', agentTool],
]);
