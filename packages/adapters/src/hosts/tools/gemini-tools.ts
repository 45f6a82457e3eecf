import { fileTool, globTool, searchTool } from './file-tool.ts';
import { geminiReadings } from './path-readings.ts';
import { readManyTool } from './read-many-tool.ts';
import { shellTool } from './shell-tool.ts';
import { named, type ReadTool } from './tool-map.ts';
import { promptedFetchTool, webSearchTool } from './web-tool.ts';

const FILE = { path: ['file_path', 'absolute_path', 'path'], readings: geminiReadings };
const DIRECTORY = { path: ['dir_path', 'path', 'directory'], readings: geminiReadings };

/** What Gemini CLI and its descendants call their tools. */
export const GEMINI_TOOLS: readonly (readonly [string, ReadTool])[] = [
  ['run_shell_command', shellTool({ command: ['command'], directory: ['dir_path', 'directory'] })],
  ['read_file', fileTool('Read', FILE)],
  ['read_many_files', readManyTool({ path: ['include', 'paths'], readings: geminiReadings })],
  ['write_file', fileTool('Write', FILE)],
  ['replace', fileTool('Edit', FILE)],
  ['edit', fileTool('Edit', FILE)],
  ['list_directory', searchTool('Glob', DIRECTORY)],
  ['glob', globTool(DIRECTORY)],
  ['grep_search', searchTool('Grep', { ...DIRECTORY, renamed: { include_pattern: 'glob' } })],
  ['search_file_content', searchTool('Grep', { ...DIRECTORY, renamed: { include: 'glob' } })],
  ['web_fetch', promptedFetchTool],
  ['google_web_search', webSearchTool],
  ['web_search', webSearchTool],
  ['write_todos', named('TodoWrite')],
  ['enter_plan_mode', named('EnterPlanMode')],
  ['exit_plan_mode', named('ExitPlanMode')],
];
