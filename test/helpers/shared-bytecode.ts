import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHARED = fileURLToPath(new URL('../../node_modules/.cache/caliban/bytecode', import.meta.url));

/**
 * Gives the built program in this home the bytecode that it kept in earlier tests. In an empty home each start takes twice as long, because
 * it makes bytecode and writes it. How that is made and kept is tested in `test/packaging`.
 */
export function shareBytecode(home: string): void {
  mkdirSync(SHARED, { recursive: true, mode: 0o700 });
  mkdirSync(join(home, '.cache/caliban'), { recursive: true, mode: 0o700 });
  symlinkSync(SHARED, join(home, '.cache/caliban/bytecode'));
}
