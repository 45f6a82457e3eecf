import { statSync } from 'node:fs';
import type { Locations } from '@caliban/storage';

/** The state of the rule files at some moment. */
export type FileStamps = ReadonlyMap<string, string>;

export function fileStamps({ layers }: Locations): FileStamps {
  const files = layers.flatMap(({ permissions, settings }) => [permissions, settings]);
  return new Map(files.map((file) => [file, stampOf(file)]));
}

/** Files that have changed since. */
export function changedFiles(then: FileStamps, locations: Locations): readonly string[] {
  return [...fileStamps(locations)].flatMap(([file, stamp]) => (then.get(file) === stamp ? [] : [file]));
}

function stampOf(file: string): string {
  try {
    const { size, mtimeNs, ino } = statSync(file, { bigint: true });
    return `${size}:${mtimeNs}:${ino}`;
  } catch {
    return 'not there';
  }
}
