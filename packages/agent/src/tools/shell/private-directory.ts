import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let directory: string | null = null;

/** Only we can look into it, and it is gone when the program is. */
export function privateDirectory(): string {
  if (directory !== null && existsSync(directory)) return directory;
  const made = mkdtempSync(join(realpathSync(tmpdir()), 'caliban-shell-'));
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  directory = made;
  return made;
}
