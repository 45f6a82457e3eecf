import { isRecord } from '@caliban/calls/types';
import type { Fields } from '../protocol/payload.ts';

/** All fields in which hosts put the path of a file or directory, or several. */
export const PATH_FIELDS: readonly string[] = [
  ...['path', 'paths', 'file_path', 'file_paths', 'filePath', 'filePaths', 'files', 'absolute_path', 'notebook_path'],
  ...['target_file', 'target_notebook', 'target_directory', 'dir_path', 'directory'],
];

/** The host's field names, mapped to ours. */
export type Renamed = Readonly<Record<string, string>>;

/** The texts in any of the named fields, without duplicates; a list contributes all of its texts. */
export type FoundTexts = {
  readonly texts: readonly string[];
  /** One of the fields contains something other than text. */
  readonly odd: boolean;
};

export function textsIn(input: unknown, names: readonly string[]): FoundTexts {
  const values = names.flatMap((name) => valuesAt(input, name));
  const texts = values.filter((value): value is string => typeof value === 'string' && value !== '');
  return { texts: [...new Set(texts)], odd: texts.length < values.length };
}

function valuesAt(input: unknown, name: string): readonly unknown[] {
  if (!isRecord(input) || !Object.hasOwn(input, name)) return [];
  const value = input[name];
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) && value.length > 0 ? value : [value];
}

/** The other fields, under our names. If two map to the same name, the one that the host reads wins. */
export function otherFields(input: unknown, without: readonly string[], renamed: Renamed = {}): Fields {
  if (!isRecord(input)) return {};
  const others = Object.entries(input).filter(([name]) => !without.includes(name));
  const isRenamed = (name: string) => Object.hasOwn(renamed, name);
  return Object.fromEntries([
    ...others.filter(([name]) => !isRenamed(name)),
    ...others.filter(([name]) => isRenamed(name)).map(([name, value]) => [renamed[name] as string, value] as const),
  ]);
}
