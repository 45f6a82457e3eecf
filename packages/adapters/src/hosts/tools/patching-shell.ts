import type { HostCall } from '../host-adapter.ts';
import { textsIn } from './fields.ts';
import { patchFiles } from './patch-files.ts';
import { patchCall } from './patch-tool.ts';
import type { ReadTool } from './tool-map.ts';

/**
 * A shell in which `apply_patch` is a command. Files named by a patch in the line are judged as edits, in addition to the line.
 * We don't work out which `cd` comes before the patch: relative files are judged in each directory.
 */
export function patchingShell(shell: ReadTool, names: readonly string[]): ReadTool {
  return (input, hostTool) => {
    const calls = shell(input, hostTool);
    const { texts } = textsIn(input, names);
    if (!texts.some((text) => PATCHES.test(text))) return calls;
    const files = texts.flatMap(patchFilesIn);
    const isKnown = files.length > 0 ? !texts.some((text) => VARIABLE_HEADER.test(text)) : !texts.some(runsPatch);
    const directories = [undefined, ...texts.flatMap(directoriesIn)];
    const edits = files.flatMap((file) =>
      [...new Set(directories.map((directory) => below(directory, file.path)))].map((path) =>
        patchCall({ ...file, path }),
      ),
    );
    const all: readonly HostCall[] = isKnown ? edits : [...edits, { tool: 'Edit', input: {} }];
    const places = [...new Set(calls.map(({ cwd }) => cwd))];
    return [...calls, ...places.flatMap((cwd) => all.map((edit) => (cwd === undefined ? edit : { ...edit, cwd })))];
  };
}

const PATCHES = /apply_?patch/i;

/** A header that contains a variable or command substitution. */
const VARIABLE_HEADER = /\*{3}[^\n]*\b(?:file|to)\b[^\n]*:[^\n]*[$`\\]/i;

/** The patch comes from elsewhere: a file, a variable, a pipe. */
function runsPatch(line: string): boolean {
  return /(?:^|[;&|(){}\n"'`])\s*apply_?patch(?=[\s<"']|$)/i.test(line);
}

/** Read as a heredoc, and as a quoted word. */
function patchFilesIn(line: string): ReturnType<typeof patchFiles> {
  const written = patchFiles(line);
  const known = new Set(written.map(({ path }) => path));
  const quoted = patchFiles(line.replaceAll(/\\n|["']/g, '\n')).filter(({ path }) => !known.has(path));
  return [...written, ...quoted];
}

/** The directories that the line's `cd` commands lead to, each alone and in sequence. */
function directoriesIn(line: string): readonly string[] {
  const [head = ''] = line.split(/\*{3}/, 1);
  const steps = [...head.matchAll(CD)]
    .slice(0, MAX_STEPS)
    .map(([, double, single, bare]) => double ?? single ?? bare ?? '');
  const chains = steps.map((_, index) => steps.slice(0, index + 1).reduce<string | undefined>(below, undefined));
  return [...steps, ...chains].filter((directory): directory is string => directory !== undefined && directory !== '');
}

const CD = /\b(?:cd|pushd)\s+(?:--\s+)?(?:"([^"]*)"|'([^']*)'|([^\s;&|()<>"']+))/g;
const MAX_STEPS = 8;

function below(directory: string | undefined, step: string): string {
  return directory === undefined || /^[/~]/.test(step) ? step : `${directory}/${step}`;
}
