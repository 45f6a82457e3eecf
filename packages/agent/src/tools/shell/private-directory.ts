import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let directory: string | null = null;
let listening = false;

/** Only we can read it, and it is removed when the program ends. */
export function privateDirectory(): string {
  if (directory !== null && existsSync(directory)) return directory;
  directory = mkdtempSync(join(realpathSync(tmpdir()), 'caliban-shell-'));
  if (!listening) process.on('exit', removePrivateDirectory);
  listening = true;
  return directory;
}

export function removePrivateDirectory(): void {
  if (directory !== null) rmSync(directory, { recursive: true, force: true });
  directory = null;
}
