import { fileTool, globTool, searchTool } from './file-tool.ts';
import { powershellTool, shellTool } from './shell-tool.ts';
import { named, type ReadTool, type ToolMap } from './tool-map.ts';
import { webFetchTool, webSearchTool } from './web-tool.ts';

const FILE = ['file_path', 'path'];
const NOTEBOOK = ['notebook_path', ...FILE];
const ownList: ReadTool = named('TodoWrite');

/** Its names are nearly ours. */
export const CLAUDE_CODE_TOOLS: ToolMap = new Map<string, ReadTool>([
  ['Bash', shellTool({ command: ['command'] })],
  // Runs a command and tells of its output as it comes.
  ['Monitor', shellTool({ command: ['command'] })],
  ['PowerShell', powershellTool('PowerShell')],
  ['Read', fileTool('Read', { path: FILE })],
  ['NotebookRead', fileTool('Read', { path: NOTEBOOK })],
  ['Write', fileTool('Write', { path: FILE })],
  ['Edit', fileTool('Edit', { path: FILE })],
  ['MultiEdit', fileTool('MultiEdit', { path: FILE })],
  ['NotebookEdit', fileTool('NotebookEdit', { path: NOTEBOOK })],
  ['Glob', globTool({ path: ['path'] })],
  ['LS', searchTool('Glob', { path: ['path'] })],
  ['Grep', searchTool('Grep', { path: ['path'] })],
  ['WebFetch', webFetchTool],
  ['WebSearch', webSearchTool],
  ['Task', named('Agent')],
  ['TaskCreate', ownList],
  ['TaskUpdate', ownList],
  ['TaskGet', ownList],
  ['TaskList', ownList],
  ['AskUserQuestion', named('AskUserQuestion', 'internal')],
]);

/** Where our allow answers its dialog: that the tool is allowed by default is no approval of the plan, so it is asked about. */
export const CLAUDE_CODE_DIALOG_TOOLS: ToolMap = new Map<string, ReadTool>([
  ...CLAUDE_CODE_TOOLS,
  [
    'ExitPlanMode',
    (input) => [
      { tool: 'ExitPlanMode', input },
      { tool: 'exit_plan_mode', input, access: 'internal' },
    ],
  ],
]);
