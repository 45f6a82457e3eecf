import { agentTool } from '../tools/agent-tool.ts';
import { textsIn } from '../tools/fields.ts';
import { fileTool } from '../tools/file-tool.ts';
import { patchTool } from '../tools/patch-tool.ts';
import { patchingShell } from '../tools/patching-shell.ts';
import { shellTool } from '../tools/shell-tool.ts';
import { named, type ReadTool, type ToolMap } from '../tools/tool-map.ts';
import { typedTool } from '../tools/typed-tool.ts';
import { webSearchTool } from '../tools/web-tool.ts';

const COMMAND = ['command', 'cmd'];
const TYPED = ['chars', 'input'];
const shell = patchingShell(
  shellTool({ command: COMMAND, directory: ['workdir', 'working_directory'], shell: 'shell' }),
  COMMAND,
);
const typed = patchingShell(typedTool(TYPED), TYPED);

/** Without text it only waits for the program's output. */
const writeStdin: ReadTool = (input, hostTool) => {
  const { texts, odd } = textsIn(input, TYPED);
  return texts.length > 0 || odd ? typed(input, hostTool) : [{ tool: hostTool, input, access: 'read' }];
};

/** Hooks see `Bash`, `apply_patch`, `spawn_agent` and MCP tools; the other names are those the model sees. */
export const CODEX_TOOLS: ToolMap = new Map<string, ReadTool>([
  ['Bash', shell],
  ['shell', shell],
  ['local_shell', shell],
  ['shell_command', shell],
  ['exec_command', shell],
  ['container.exec', shell],
  ['write_stdin', writeStdin],
  ['apply_patch', patchTool(['command', 'input', 'patch'])],
  ['spawn_agent', agentTool],
  ['view_image', fileTool('Read', { path: ['path'] })],
  ['web_search', webSearchTool],
  ['update_plan', named('TodoWrite')],
]);
