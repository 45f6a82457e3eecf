import { existsSync, rmSync } from 'node:fs';

const MAX_TRIES = 50;
const PAUSE_MS = 10;

/** Works while a copy that a killed caliban started is still writing: `rmSync` reads a directory only once. */
export function removeTree(directory: string): void {
  for (let tries = 0; existsSync(directory); tries++) {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      if (tries >= MAX_TRIES) throw error;
    }
    if (existsSync(directory)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    if (tries > MAX_TRIES) return;
  }
}
