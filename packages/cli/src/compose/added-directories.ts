import { statSync } from 'node:fs';
import type { AddedDirectories } from '@caliban/agent/session';
import { type AbsolutePath, absolutePath, type Result } from '@caliban/calls';
import { pathBelow, visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { UsageError } from '../command-line/problems.ts';
import { realPath } from '../paths/real-path.ts';

export type DirectoryContext = {
  readonly workspace: AbsolutePath;
  readonly home: AbsolutePath;
  readonly cwd: () => AbsolutePath;
};

/**
 * `--add-dir` and `/add-dir`. Only the operator can add directories, not files or models. A link is followed once: someone who changes
 * it later adds nothing.
 */
export function addedDirectories(
  given: readonly string[],
  { workspace, home, cwd }: DirectoryContext,
): AddedDirectories & { readonly all: readonly AbsolutePath[] } {
  const all: AbsolutePath[] = [];
  for (const written of given) {
    const added = add(written);
    if (!added.ok) throw new UsageError(`--add-dir ${visible(written)}: ${added.error}`);
  }
  return { all, add };

  function add(written: string): Result<string, string> {
    const path = realPath(absolutePath(written, { base: cwd(), home }));
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return fail('there is no such directory');
    // A home directory contains keys, and files that a shell runs.
    if (pathBelow(realPath(home), path) !== null)
      return fail('your home directory is in it; name a directory below that');
    if (pathBelow(path, realPath(workspace)) !== null) return fail('it is in the workspace already');
    if (!all.includes(path)) all.push(path);
    return ok(path);
  }
}
