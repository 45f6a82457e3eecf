import { fileTool, globTool, searchTool } from './file-tool.ts';
import { readManyTool } from './read-many-tool.ts';
import { shellTool } from './shell-tool.ts';
import { named, type ReadTool } from './tool-map.ts';
import { promptedFetchTool, webSearchTool } from './web-tool.ts';

const FILE = ['file_path', 'absolute_path', 'path'];
const DIRECTORY = ['dir_path', 'path', 'directory'];

/** What Gemini CLI and its descendants call their tools. */
export const GEMINI_TOOLS: readonly (readonly [string, ReadTool])[] = [
  ['run_shell_command', shellTool({ command: ['command'], directory: ['dir_path', 'directory'] })],
  ['read_file', fileTool('Read', { path: FILE })],
  ['read_many_files', readManyTool(['include', 'paths'])],
  ['write_file', fileTool('Write', { path: FILE })],
  ['replace', fileTool('Edit', { path: FILE })],
  ['edit', fileTool('Edit', { path: FILE })],
  ['list_directory', searchTool('Glob', { path: DIRECTORY })],
  ['glob', globTool({ path: DIRECTORY })],
  ['grep_search', searchTool('Grep', { path: DIRECTORY, renamed: { include_pattern: 'glob' } })],
  ['search_file_content', searchTool('Grep', { path: DIRECTORY, renamed: { include: 'glob' } })],
  ['web_fetch', promptedFetchTool],
  ['google_web_search', webSearchTool],
  ['web_search', webSearchTool],
  ['write_todos', named('TodoWrite')],
  ['enter_plan_mode', named('EnterPlanMode')],
  ['exit_plan_mode', named('ExitPlanMode')],
];
