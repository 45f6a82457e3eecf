import { fileTool, globTool, grepTool, listTool, type PathReadings } from '../tools/file-tool.ts';
import { powershellTool, shellTool } from '../tools/shell-tool.ts';
import { named, type ReadTool, type ToolMap } from '../tools/tool-map.ts';
import { webFetchTool, webSearchTool } from '../tools/web-tool.ts';

/** Some tools and versions of Claude Code trim a path and normalise it to NFC. A blank path is the current directory. */
export const claudeReadings: PathReadings = (path) =>
  [path, path.trim() || '.'].flatMap((reading) => [reading, reading.normalize('NFC')]);

const FILE = { path: ['file_path', 'path'], readings: claudeReadings };
const NOTEBOOK = { path: ['notebook_path', 'file_path', 'path'], readings: claudeReadings };
const SEARCHED = { path: ['path'], readings: claudeReadings };
const ownList: ReadTool = named('TodoWrite');

/** Its names are almost the same as ours. */
export const CLAUDE_CODE_TOOLS: ToolMap = new Map<string, ReadTool>([
  ['Bash', shellTool({ command: ['command'] })],
  // Runs a command and reports its output as it arrives.
  ['Monitor', shellTool({ command: ['command'] })],
  ['PowerShell', powershellTool('PowerShell')],
  ['Read', fileTool('Read', FILE)],
  ['NotebookRead', fileTool('Read', NOTEBOOK)],
  ['Write', fileTool('Write', FILE)],
  ['Edit', fileTool('Edit', FILE)],
  ['MultiEdit', fileTool('MultiEdit', FILE)],
  ['NotebookEdit', fileTool('NotebookEdit', NOTEBOOK)],
  ['Glob', globTool(SEARCHED)],
  ['LS', listTool(SEARCHED)],
  ['Grep', grepTool(SEARCHED)],
  ['WebFetch', webFetchTool],
  ['WebSearch', webSearchTool],
  ['Task', named('Agent')],
  ['TaskCreate', ownList],
  ['TaskUpdate', ownList],
  ['TaskGet', ownList],
  ['TaskList', ownList],
  ['AskUserQuestion', named('AskUserQuestion', 'internal')],
]);

/**
 * Tools for which our allow would answer Claude Code's dialog: being allowed by default doesn't approve a plan, so these are
 * asked about.
 */
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
