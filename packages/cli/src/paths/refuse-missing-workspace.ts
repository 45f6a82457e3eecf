import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible } from '@caliban/calls/text';
import { UsageError } from '../command-line/problems.ts';

/** For anything that starts, writes or looks at files: a directory that doesn't exist is a typo. */
export function refuseMissingWorkspace(
  named: string | undefined,
  { cwd, called = '--workspace' }: { readonly cwd: string; readonly called?: string },
): void {
  if (named === undefined || statSync(resolve(cwd, named), { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new UsageError(`${called} ${visible(named)}: there is no such directory`);
}
