import { geminiReadings, geminiTools } from '../gemini-cli/tools.ts';
import type { PathReadings } from '../tools/file-tool.ts';
import { shellTool } from '../tools/shell-tool.ts';
import { named, type ReadTool, type ToolMap } from '../tools/tool-map.ts';
import { addressedFetchTool } from '../tools/web-tool.ts';

/** Qwen Code trims a path, removes backslashes that escape shell characters, and then reads it as Gemini CLI does. */
export const qwenReadings: PathReadings = (path) => {
  const written = [path, path.trim()].flatMap((reading) => [reading, reading.replaceAll(ESCAPED, '$1')]);
  return [...new Set(written)].filter((reading) => reading !== '').flatMap(geminiReadings);
};

const ESCAPED = /\\([ \t()[\]{};|*?$`'"#&<>!~,])/g;

const ownList: ReadTool = named('TodoWrite');

/** It is a fork of Gemini CLI. */
export const QWEN_TOOLS: ToolMap = new Map<string, ReadTool>([
  ...geminiTools(qwenReadings),
  ['monitor', shellTool({ command: ['command'], directory: ['directory', 'dir_path'] })],
  ['web_fetch', addressedFetchTool],
  ['agent', named('Agent')],
  ['task', named('Agent')],
  // Our allow would skip the question whether to leave plan mode, so this isn't mapped to our tool, which is allowed by default.
  ['exit_plan_mode', named('exit_plan_mode', 'internal')],
  ['ask_user_question', named('AskUserQuestion', 'internal')],
  ['todo_write', ownList],
  ['task_create', ownList],
  ['task_update', ownList],
  ['task_get', ownList],
  ['task_list', ownList],
]);
