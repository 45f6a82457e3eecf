import { join } from 'node:path';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Layer } from '@caliban/gate';
import { readTextFile } from '../files/read-text-file.ts';
import type { Locations } from '../layers/locations.ts';
import type { FileNotice } from '../rules/rule-file.ts';
import { type AutoModeFile, parseAutoModeFile } from './parse-auto-mode-file.ts';

export type LoadedAutoMode = {
  /** Managed, then the operator's own, then the project's. Fails if any file does. */
  readonly files: Result<readonly AutoModeFile[], readonly FileNotice[]>;
  readonly warnings: readonly FileNotice[];
};

/** `explicit` is `--auto-mode-config` as an absolute path; it replaces the user's file. */
export async function readAutoModeFiles(
  { layers }: Pick<Locations, 'layers'>,
  { explicit }: { readonly explicit?: string | undefined } = {},
): Promise<LoadedAutoMode> {
  const inLayer = (wanted: Layer) =>
    layers
      .filter(({ layer }) => layer === wanted)
      .map(({ layer, directory }) => ({ layer, file: join(directory, 'auto-mode.toml') }));
  const own = explicit === undefined ? inLayer('user') : [{ layer: 'cli' as const, file: explicit }];
  const files: AutoModeFile[] = [];
  const errors: FileNotice[] = [];
  for (const { file, layer } of [...inLayer('managed'), ...own, ...inLayer('project')]) {
    const read = await readFile(file, layer);
    if (!read.ok) errors.push(...read.error);
    else if (read.value !== null) files.push(read.value);
  }
  return {
    files: errors.length > 0 ? fail(errors) : ok(files),
    warnings: files.flatMap(({ warnings }) => warnings),
  };
}

/** Only a file that was named explicitly has to exist. */
async function readFile(file: string, layer: Layer): Promise<Result<AutoModeFile | null, readonly FileNotice[]>> {
  const text = readTextFile(file);
  if (!text.ok) return fail([{ file, ...text.error }]);
  if (text.value !== null) return parseAutoModeFile(text.value, { file, layer });
  return layer === 'cli' ? fail([{ file, message: 'there is no such file; name another' }]) : ok(null);
}
