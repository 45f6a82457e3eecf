import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AbsolutePath, absolutePath, type Surroundings } from '@caliban/gate';
import { realPath } from './real-path.ts';

/** Relative paths of a call resolve against the working directory; the workspace is its git top level. */
export function surroundingsAt(cwd: string, workspace?: string): Surroundings {
  const here = absolutePath(cwd);
  return {
    workspace: workspace === undefined ? gitTopLevel(here) : absolutePath(workspace, { base: here }),
    ...(workspace === undefined ? { cwd: here } : {}),
    home: absolutePath(homedir()),
    realPath,
  };
}

/** The directory that holds `.git` (a directory, or a file in a worktree), else where we started. */
function gitTopLevel(start: AbsolutePath): AbsolutePath {
  for (let directory: string = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return absolutePath(directory);
    if (directory === dirname(directory)) return start;
  }
}
