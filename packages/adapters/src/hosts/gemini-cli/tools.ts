import { otherFields, textsIn } from '../tools/fields.ts';
import {
  type FileToolFields,
  fileTool,
  globTool,
  grepTool,
  listTool,
  type PathReadings,
  tildeAsName,
} from '../tools/file-tool.ts';
import { shellTool } from '../tools/shell-tool.ts';
import { incomplete, named, type ReadTool, type ToolMap } from '../tools/tool-map.ts';
import { promptedFetchTool, webSearchTool } from '../tools/web-tool.ts';

/** The tool names of Gemini CLI and its forks. */
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
    // Tells the user what it is working on.
    ['update_topic', named('TodoWrite')],
    ['ask_user', named('AskUserQuestion', 'internal')],
    ['enter_plan_mode', named('EnterPlanMode')],
    ['exit_plan_mode', named('ExitPlanMode')],
  ];
}

/** Reads all files that match its globs. Rules for paths can't allow a glob, and a glob that may match a denied file is denied. */
function readManyTool(fields: FileToolFields & { readonly readings: PathReadings }): ReadTool {
  const { path: names, readings } = fields;
  const read = fileTool('Read', fields);
  return (input, hostTool) => {
    const calls = read(input, hostTool);
    const globs = textsIn(input, names).texts.filter((text) => /[*?[\]{}!()]/.test(text));
    if (globs.length === 0) return calls;
    const found = { tool: 'Read', input: otherFields(input, names), globs: [...new Set(globs.flatMap(readings))] };
    return [...calls, ...incomplete(found, input, hostTool)];
  };
}

/**
 * Depending on the tool, Gemini CLI removes NUL, decodes percent-encoding, and removes a leading `@` if there is no file of that
 * name.
 */
export const geminiReadings: PathReadings = (path) => {
  const clean = path.replaceAll('\0', '');
  const readings = [path, clean, clean.replace(/^@[\\/]*/, '')].flatMap(tildeAsName);
  return [...new Set([...readings, ...readings.map(decoded)])].filter((reading) => reading !== '');
};

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const GEMINI_TOOLS: ToolMap = new Map(geminiTools(geminiReadings));
