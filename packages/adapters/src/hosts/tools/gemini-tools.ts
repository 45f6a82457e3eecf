import { fileTool, globTool, grepTool, listTool } from './file-tool.ts';
import type { PathReadings } from './path-readings.ts';
import { readManyTool } from './read-many-tool.ts';
import { shellTool } from './shell-tool.ts';
import { named, type ReadTool } from './tool-map.ts';
import { promptedFetchTool, webSearchTool } from './web-tool.ts';

/** What Gemini CLI and its descendants call their tools. */
export function geminiTools(readings: PathReadings): readonly (readonly [string, ReadTool])[] {
  const file = { path: ['file_path', 'absolute_path', 'path'], readings };
  const directory = { path: ['dir_path', 'path', 'directory'], readings };
  return [
    ['run_shell_command', shellTool({ command: ['command'], directory: ['dir_path', 'directory'] })],
    ['read_file', fileTool('Read', file)],
    ['read_many_files', readManyTool({ path: ['include', 'paths'], readings })],
    ['write_file', fileTool('Write', file)],
    ['replace', fileTool('Edit', file)],
    ['edit', fileTool('Edit', file)],
    ['list_directory', listTool(directory)],
    ['glob', globTool(directory)],
    ['grep_search', grepTool({ ...directory, renamed: { include_pattern: 'glob' } })],
    ['search_file_content', grepTool({ ...directory, renamed: { include: 'glob' } })],
    ['web_fetch', promptedFetchTool],
    ['google_web_search', webSearchTool],
    ['web_search', webSearchTool],
    ['write_todos', named('TodoWrite')],
    // What it is at, told to the user.
    ['update_topic', named('TodoWrite')],
    ['ask_user', named('AskUserQuestion', 'internal')],
    ['enter_plan_mode', named('EnterPlanMode')],
    ['exit_plan_mode', named('ExitPlanMode')],
  ];
}
