import { appendFileSync, existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeDirectories } from './make-directories.ts';
import { readRegularFile } from './read-regular-file.ts';

/** Makes git ignore these paths in this clone, without changing a committed file. Does nothing outside a git repository. */
export function excludeFromGit(workspace: string, patterns: readonly string[]): void {
  const directory = commonDirectory(workspace);
  if (directory === null) return;
  const file = join(directory, 'info', 'exclude');
  if (isLink(dirname(file)) || isLink(file)) return;
  const present = existsSync(file) ? contentOf(file) : '';
  if (present === null) return;
  const lines = present.split(/\r?\n/);
  const missing = patterns.filter((pattern) => !lines.includes(pattern));
  if (missing.length === 0) return;
  makeDirectories(dirname(file));
  // A single append, so that concurrent writes by others survive.
  const start = present === '' || present.endsWith('\n') ? '' : '\n';
  appendFileSync(file, start + missing.map((pattern) => `${pattern}\n`).join(''));
}

/** The directory that all worktrees of the repository share; null if `workspace` isn't the top level of one. */
function commonDirectory(workspace: string): string | null {
  const git = join(workspace, '.git');
  const found = statSync(git, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (found.isDirectory()) return git;
  const link = /^gitdir: (.+?)\r?\n?$/.exec(contentOf(git) ?? '')?.[1];
  if (link === undefined) return null;
  const own = resolve(workspace, link);
  const shared = contentOf(join(own, 'commondir'))?.trim() ?? '';
  const common = shared === '' ? own : resolve(own, shared);
  // A `.git` file may name any directory; git's own directories have this file.
  return existsSync(join(common, 'HEAD')) ? common : null;
}

/** Git creates no symlinks here; one would lead to a file that isn't git's. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function contentOf(file: string): string | null {
  try {
    const found = readRegularFile(file);
    return found.kind === 'file' ? found.bytes.toString() : null;
  } catch {
    return null;
  }
}
