import { absolutePath, pathBelow } from '../../text/path.ts';
import type { AbsolutePath } from '../../types/absolute-path.ts';
import type { CallContext } from '../../types/tool-call.ts';
import type { Danger } from '../danger.ts';
import { expandHome } from '../expand-home.ts';
import type { RunCommand } from '../run-commands.ts';
import { deletedTrees } from './deletions.ts';

export const RECURSIVE_DELETION: Danger = {
  name: 'recursive-deletion',
  why: 'deletes whole directories, many files at once, or beyond recovery',
  class: 'recursive-deletion',
  command: (command) => deletedTrees(command) !== null,
};

export const CATASTROPHIC_DELETION: Danger = {
  name: 'catastrophic-deletion',
  why: 'deletes the system, a home directory, or what the workspace lies in',
  class: 'recursive-deletion',
  command: (command, context) =>
    (deletedTrees(command) ?? []).some((target) => isIrreplaceable(target, command, context)),
};

function isIrreplaceable(written: string, { places }: RunCommand, context: CallContext): boolean {
  if (/^[A-Za-z]:[\\/]?\*?$/.test(written)) return true;
  const target = expandHome(written);
  // With `/*` at its end, everything but the directory itself is deleted.
  const directory = target.replace(/^(?:\.?\*|\.\[.*)$/s, '.').replace(/\/(?:\.?\*|\.\[.*|\{.*)$/s, '');
  if (directory === '' || /^~[\w-]*$/.test(directory)) return true;
  const { workspace } = context;
  return places.some((base) => {
    // A bare name below the workspace is part of it, even if the workspace is in a system directory.
    if (!/^[/~.]/.test(directory) && pathBelow(base, workspace) !== null) return false;
    const path = absolutePath(directory, { base, home: context.home });
    return isSystemDirectory(path) || holdsHomeOrWorkspace(path, context);
  });
}

const SYSTEM =
  /^\/(?:(?:home|Users|root|var|opt|srv|mnt|media|run|private|Applications|Library|usr\/local)$|home\/[^/]+$|Users\/[^/]+$|(?:etc|boot|bin|sbin|lib\d*|sys|proc|dev(?!\/shm)|System|usr(?!\/local|\/src))(?:\/|$))/;

function isSystemDirectory(path: AbsolutePath): boolean {
  return path === '/' || SYSTEM.test(path);
}

/** Excludes the workspace itself: emptying it is bad, but an ordinary recursive deletion. */
function holdsHomeOrWorkspace(path: AbsolutePath, { workspace, home, realPath = asIs }: CallContext): boolean {
  const holds = (root: AbsolutePath) => pathBelow(root, path) !== null;
  if (home !== undefined && (holds(home) || holds(realPath(home)))) return true;
  const roots = [workspace, realPath(workspace)];
  return !roots.includes(path) && roots.some(holds);
}

function asIs(path: AbsolutePath): AbsolutePath {
  return path;
}
