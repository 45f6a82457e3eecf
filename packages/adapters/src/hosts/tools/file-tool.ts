import { globWords } from '@caliban/calls/globs';
import type { HostCall } from '../host-adapter.ts';
import { otherFields, PATH_FIELDS, type Renamed, textsIn } from './fields.ts';
import { incomplete, type ReadTool } from './tool-map.ts';

/** The paths that a host may open for a given path. All of them are judged. */
export type PathReadings = (path: string) => readonly string[];

/** For some hosts, `~` is an ordinary character of a name. */
export const tildeAsName: PathReadings = (path) => (path.startsWith('~') ? [path, `./${path}`] : [path]);

export type FileToolFields = {
  /**
   * The fields in which the host, in any of its versions, may put the path. If several are set to different paths, each is
   * judged, because we can't know which one the tool will use.
   */
  readonly path: readonly string[];
  readonly renamed?: Renamed;
  readonly readings?: PathReadings;
};

/** A tool that needs a path. */
export function fileTool(tool: string, { path: names, renamed, readings = asWritten }: FileToolFields): ReadTool {
  return (input, hostTool) => {
    const { texts, odd } = textsIn(input, names);
    const others = otherFields(input, [...names, 'path'], renamed);
    const paths = [...new Set(texts.flatMap(readings))];
    const asCalls = (found: readonly string[]) => found.map((path): HostCall => ({ tool, input: { path, ...others } }));
    if (paths.length > 0 && !odd) return asCalls(paths);
    // A path in an unexpected field isn't enough for an allow, but denies apply to it.
    const elsewhere = texts.length > 0 ? [] : textsIn(input, PATH_FIELDS).texts;
    return [...asCalls(paths), ...asCalls(elsewhere), ...incomplete({ tool, input: others }, input, hostTool)];
  };
}

export function asWritten(path: string): readonly string[] {
  return [path];
}

/** A search for names. A pattern that leads outside its search directory is judged as the path it is. */
export function globTool(fields: FileToolFields): ReadTool {
  const search = searchTool('Glob', fields, PATTERN);
  return (input, hostTool) => {
    const directories = textsIn(input, fields.path).texts.flatMap(fields.readings ?? asWritten);
    const others = otherFields(input, [...fields.path, 'path'], fields.renamed);
    const elsewhere = textsIn(input, PATTERN)
      .texts.flatMap(withoutBraces)
      .filter((pattern) => LEADS_OUT.test(pattern));
    const paths = elsewhere.flatMap((pattern) => (/^[/~]/.test(pattern) ? pattern : below(directories, pattern)));
    return [
      ...search(input, hostTool),
      ...[...new Set(paths)].map((path): HostCall => ({ tool: 'Glob', input: { path, ...others } })),
    ];
  };
}

/** A search in files. */
export function grepTool(fields: FileToolFields): ReadTool {
  return searchTool('Grep', fields, FILE_GLOBS);
}

/** Lists a directory. */
export function listTool(fields: FileToolFields): ReadTool {
  return searchTool('Glob', fields, []);
}

const PATTERN = ['pattern', 'glob_pattern'];
/** The fields in which hosts say which files to search. */
const FILE_GLOBS = ['glob', 'globs', 'glob_pattern', 'include', 'include_pattern', 'includePattern', 'file_pattern'];
const LEADS_OUT = /^[/~]|(?:^|\/)\.\.(?:\/|$)/;

/** If there are too many braces to expand, each piece is judged separately: better too many paths than too few. */
function withoutBraces(pattern: string): readonly string[] {
  return globWords(pattern) ?? [...new Set(pattern.split(/[{},]/))];
}

function below(directories: readonly string[], pattern: string): readonly string[] {
  return directories.length === 0 ? [pattern] : directories.map((directory) => `${directory}/${pattern}`);
}

/** A tool that searches the current directory if no path is given. `globs`: the fields that select what it finds there. */
function searchTool(tool: string, fields: FileToolFields, globs: readonly string[]): ReadTool {
  const withPath = fileTool(tool, fields);
  return (input, hostTool) => {
    const { texts, odd } = textsIn(input, [...fields.path, ...PATH_FIELDS]);
    const hasPath = texts.length > 0 || odd;
    const plain: HostCall = { tool, input: otherFields(input, [...fields.path, 'path'], fields.renamed) };
    const calls = hasPath ? withPath(input, hostTool) : [plain];
    const { texts: wanted } = textsIn(input, globs);
    return wanted.length === 0 ? calls : calls.map((call) => (call.tool === tool ? { ...call, globs: wanted } : call));
  };
}
