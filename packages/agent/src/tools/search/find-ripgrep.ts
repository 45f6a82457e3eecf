import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';
import type { SessionState } from '../tool.ts';

/** Null if it isn't installed. A program of that name in the project isn't run: no one approved it. */
export function findRipgrep({ env, workspace }: Pick<SessionState, 'env' | 'workspace'>): string | null {
  for (const directory of (env.PATH ?? '').split(':')) {
    if (!isAbsolute(directory) || pathBelow(absolutePath(directory), workspace as AbsolutePath) !== null) continue;
    const file = join(directory, 'rg');
    if (isProgram(file)) return file;
  }
  return null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
