import { textOf } from '../protocol/payload.ts';
import { fileTool, globTool, searchTool } from './file-tool.ts';
import { patchTool } from './patch-tool.ts';
import { powershellTool, shellTool } from './shell-tool.ts';
import { named, type ReadTool, type ToolMap } from './tool-map.ts';
import { webFetchTool, webSearchTool } from './web-tool.ts';

const FILE = ['path', 'file_path', 'filePath'];
const SEARCHED = ['path', 'paths'];

const bash = shellTool({ command: ['command'] });
const read = fileTool('Read', { path: FILE });
const write = fileTool('Write', { path: FILE, renamed: { file_text: 'content' } });
const edit = fileTool('Edit', { path: FILE, renamed: { old_str: 'old_string', new_str: 'new_string' } });
const patch = patchTool(['patch', 'input', 'command']);
const grep = searchTool('Grep', { path: SEARCHED });
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

/** Under Claude Code's names, an edit may be any of three tools; what it is shows in the fields. */
const anyEdit: ReadTool = (input, hostTool) => {
  const isPatch =
    typeof input === 'string' || textOf(input, 'patch') !== undefined || textOf(input, 'input') !== undefined;
  return isPatch ? patch(input, hostTool) : edit(input, hostTool);
};

/** Its own names, and those of Claude Code it gives them for `PreToolUse`. */
export const COPILOT_TOOLS: ToolMap = new Map<string, ReadTool>([
  ['bash', bash],
  ['Bash', bash],
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
  ['task', named('Agent')],
  ['Task', named('Agent')],
]);
