import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectories } from '../files/make-directories.ts';
import type { Locations } from '../layers/locations.ts';

/**
 * Whether these words appear for the first time; only one of several concurrent processes gets true. Without a place to record
 * that the answer is always false: showing nothing is better than showing the sentence at every call.
 */
export function firstTime({ cacheDirectory }: Pick<Locations, 'cacheDirectory'>, words: readonly string[]): boolean {
  const directory = join(cacheDirectory, 'said');
  const name = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
  try {
    makeDirectories(directory, { mode: 0o700 });
    writeFileSync(join(directory, name), '', { flag: 'wx', mode: 0o600 });
  } catch {
    return false;
  }
  forgetOld(directory);
  return true;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Best effort: a session older than that sees the message again. */
function forgetOld(directory: string): void {
  try {
    const before = Date.now() - KEPT_MS;
    for (const name of readdirSync(directory)) {
      const file = join(directory, name);
      if (statSync(file).mtimeMs < before) rmSync(file, { force: true });
    }
  } catch {}
}
