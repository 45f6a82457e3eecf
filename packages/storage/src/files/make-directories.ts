import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Avoids Node's `recursive` option, which loops forever below a directory that can't have subdirectories, as in `/proc`. */
export function makeDirectories(directory: string, { mode = 0o777 }: { readonly mode?: number } = {}): void {
  try {
    makeOne(directory, mode);
  } catch (error) {
    const parent = dirname(directory);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === directory) throw error;
    makeDirectories(parent, { mode });
    makeOne(directory, mode);
  }
}

function makeOne(directory: string, mode: number): void {
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    // It may already exist even where we aren't allowed to create it.
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
