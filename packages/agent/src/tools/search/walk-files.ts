import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { AbsolutePath } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';
import { verifiedBytes } from '../files/verified-bytes.ts';
import { type IgnoreScope, isIgnored, parseIgnoreFile } from './ignore-rules.ts';

export type Walk = {
  readonly root: AbsolutePath;
  /** Ignore files apply from here down to the root. */
  readonly workspace: AbsolutePath;
  readonly signal: AbortSignal;
};

/** More than this isn't a project but a disk. */
const MAX_ENTRIES = 500_000;

/**
 * Regular files below the root, by name, without files of the version control system and those it ignores. Symlinks aren't
 * followed.
 */
export async function* walkFiles({ root, workspace, signal }: Walk): AsyncGenerator<AbsolutePath> {
  const pending: Visit[] = [{ directory: withSlash(root), above: await scopeAbove(root, workspace) }];
  let entries = 0;
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    signal.throwIfAborted();
    const found = await entriesOf(visit.directory);
    entries += found.length;
    if (entries > MAX_ENTRIES) return;
    const scope = await scopeIn(visit);
    const deeper: Visit[] = [];
    for (const entry of found) {
      const path = (visit.directory + entry.name) as AbsolutePath;
      if (entry.isDirectory()) {
        if (!VERSION_CONTROL.includes(entry.name) && !isIgnored(scope, path, { isDirectory: true })) {
          deeper.push({ directory: withSlash(path), above: scope });
        }
      } else if (entry.isFile() && !isIgnored(scope, path, { isDirectory: false })) {
        yield path;
      }
    }
    pending.push(...deeper.reverse());
  }
}

export const VERSION_CONTROL: readonly string[] = ['.git', '.hg', '.svn', '.jj'];

type Visit = { readonly directory: string; readonly above: IgnoreScope | null };

function withSlash(path: AbsolutePath): string {
  return path === '/' ? path : `${path}/`;
}

/** A directory that can't be listed has nothing to show. */
async function entriesOf(directory: string): Promise<readonly Dirent[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The ignore rules of every directory from the workspace down to the parent of the root. */
async function scopeAbove(root: AbsolutePath, workspace: AbsolutePath): Promise<IgnoreScope | null> {
  const below = pathBelow(root, workspace);
  if (below === null || below === '') return null;
  let scope: IgnoreScope | null = null;
  let directory = withSlash(workspace);
  for (const name of below.split('/')) {
    scope = await scopeIn({ directory, above: scope });
    directory += `${name}/`;
  }
  return scope;
}

async function scopeIn({ directory, above }: Visit): Promise<IgnoreScope | null> {
  const bytes = await verifiedBytes(`${directory}.gitignore` as AbsolutePath, { most: MAX_IGNORE_FILE_BYTES });
  return bytes === null ? above : { directory, rules: parseIgnoreFile(bytes.toString('utf8')), above };
}

const MAX_IGNORE_FILE_BYTES = 1024 * 1024;
