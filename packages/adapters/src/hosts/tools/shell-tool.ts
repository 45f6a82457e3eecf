import { isRecord } from '@caliban/calls/types';
import type { HostCall } from '../host-adapter.ts';
import { fieldOf } from '../protocol/payload.ts';
import { type Shell, shellDialect } from '../protocol/shell-dialect.ts';
import { commandText } from './command-text.ts';
import { otherFields, textsIn } from './fields.ts';
import { incomplete, type ReadTool } from './tool-map.ts';

export type ShellToolFields = {
  /** A shell line, or a list of arguments. */
  readonly command: readonly string[];
  /** The fields for the directory in which it runs. If several are set to different directories, the line is judged in each. */
  readonly directory?: readonly string[];
  /** The shell that runs it, if the model can choose one. */
  readonly shell?: string;
};

export function shellTool({ command: names, directory = [], shell }: ShellToolFields): ReadTool {
  return (input, hostTool) => {
    const lines = names.flatMap((name) => commandLine(fieldOf(input, name)));
    const { texts: directories, odd } = textsIn(input, directory);
    const others = otherFields(input, [...names, 'command']);
    const inEach = (fields: object): readonly HostCall[] => {
      const call: HostCall = {
        tool: 'Bash',
        input: fields,
        ...chosenShell(shell === undefined ? undefined : fieldOf(input, shell)),
      };
      return directories.length === 0 ? [call] : directories.map((cwd) => ({ ...call, cwd }));
    };
    const calls = [...new Set(lines)].flatMap((command) => inEach({ command, ...others }));
    const isWhole = calls.length > 0 && !odd && names.every((name) => isLine(fieldOf(input, name)));
    return isWhole ? calls : [...calls, ...inEach(others).flatMap((call) => incomplete(call, input, hostTool))];
  };
}

/** A shell in a system directory is what its name says. A program anywhere else may interpret the line in any way. */
function chosenShell(file: unknown): { readonly shell?: Shell } {
  if (file === undefined || file === null || file === '') return {};
  const isKnown = typeof file === 'string' && /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin\/)?[a-z]+$/.test(file);
  return { shell: (isKnown ? shellDialect(file, ['bash', 'zsh', 'sh', 'dash']) : undefined) ?? 'other' };
}

/** We don't parse PowerShell: read as bash, a line could be mistaken for a harmless one. */
export function powershellTool(tool: string): ReadTool {
  return (input) => [{ tool, input: isRecord(input) ? { ...input } : input, access: 'execute' }];
}

function commandLine(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isWords(value) ? [commandText(value)] : [];
}

function isLine(value: unknown): boolean {
  return value === undefined || typeof value === 'string' || isWords(value);
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}
