import { accessSync, constants } from 'node:fs';
import type { CallContext } from '@caliban/calls';

/** The gate must analyse commands as this shell: pass `dialect` to it as `context.shell`. */
export type FoundShell = { readonly file: string; readonly dialect: NonNullable<CallContext['shell']> };

/** By absolute path, never through PATH: a directory of the project must not provide the shell. */
export function findShell(): FoundShell {
  const bash = BASH_PLACES.find(isExecutable);
  return bash === undefined ? { file: '/bin/sh', dialect: 'sh' } : { file: bash, dialect: 'bash' };
}

const BASH_PLACES = [
  '/bin/bash',
  '/usr/bin/bash',
  '/usr/local/bin/bash',
  '/opt/homebrew/bin/bash',
  '/run/current-system/sw/bin/bash',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
