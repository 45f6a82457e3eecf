import { resolve } from 'node:path';
import { type AbsolutePath, absolutePath, type CallContext } from '@caliban/calls';
import type { NameSet } from '@caliban/calls/types';
import type { Locations } from '@caliban/storage';
import type { Terminal } from '../process/terminal.ts';
import { locationsAt, type Where } from './locations-at.ts';
import { ownDirectories } from './own-directories.ts';
import { realPath } from './real-path.ts';

/** Relative paths of a call resolve against the named directory, else the named workspace, else the current directory. */
function contextAt(where: Where, terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>): CallContext {
  const { workspace } = locationsAt(where, terminal);
  const cwd = where.cwd ?? (where.workspace === undefined ? '.' : undefined);
  return {
    workspace: absolutePath(workspace),
    ...(cwd === undefined ? {} : { cwd: absolutePath(resolve(terminal.cwd, cwd)) }),
    home: absolutePath(terminal.home),
    realPath,
    foldsCase: FOLDS_CASE,
    exportedNames: namesIn(terminal.env),
  };
}

/** The context of a call, and the directories of our own files. */
export function workspaceContextAt(where: Where, terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>): WorkspaceContext {
  const locations = locationsAt(where, terminal);
  let own: readonly AbsolutePath[] | null = null;
  return {
    context: contextAt(where, terminal),
    ownDirectories() {
      own ??= ownDirectories(locations);
      return own;
    },
    locations,
  };
}

export type WorkspaceContext = {
  readonly context: CallContext;
  readonly ownDirectories: () => readonly AbsolutePath[];
  readonly locations: Locations;
};

/** The environment that programs are started with: a call that changes one of these variables changes what they do. */
export function namesIn(env: Readonly<Record<string, string | undefined>>): NameSet {
  return { has: (name) => Object.hasOwn(env, name) };
}

/** File systems of these systems ignore case by default. */
export const FOLDS_CASE: boolean = process.platform === 'darwin' || process.platform === 'win32';
