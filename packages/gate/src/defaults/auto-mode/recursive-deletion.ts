import type { ListClass } from '../../classify/list-class.ts';
import { absolutePath, pathBelow } from '../../text/path.ts';
import type { AbsolutePath } from '../../types/absolute-path.ts';
import type { Surroundings, ToolCall } from '../../types/tool-call.ts';
import { deletedTrees } from './deletions.ts';
import { expandHome } from './expand-home.ts';
import { runCommands } from './run-commands.ts';

export const RECURSIVE_DELETION: ListClass = {
  name: 'recursive-deletion',
  why: 'deletes whole directories, many files at once, or beyond recovery',
  patterns: ['Bash:rm -rf *', 'Bash:rm -fr *', 'Bash:rm -r *', 'Bash:rm -R *', 'Bash:rm --recursive *'],
  recognises: (call) => runCommands(call).some((command) => deletedTrees(command) !== null),
};

export const CATASTROPHIC_DELETION: ListClass = {
  name: 'catastrophic-deletion',
  why: 'deletes the system, a home directory, or what the workspace lies in',
  patterns: ['Bash:rm -rf /', 'Bash:rm -rf /\\*', 'Bash:rm -rf ~', 'Bash:rm -rf ~/', 'Bash:rm * --no-preserve-root*'],
  recognises: (call) =>
    runCommands(call).some((command) => (deletedTrees(command) ?? []).some((target) => isIrreplaceable(target, call))),
};

function isIrreplaceable(written: string, { surroundings }: ToolCall): boolean {
  if (/^[A-Za-z]:[\\/]?\*?$/.test(written)) return true;
  const target = expandHome(written);
  // With `/*` at its end everything goes but the directory itself.
  const directory = target.replace(/\/(?:\.?\*|\.\[.*|\{.*)$/s, '');
  if (directory === '' || /^~[\w-]*$/.test(directory)) return true;
  if (!/^[/~.]/.test(directory)) return false;
  const { workspace, cwd = workspace, home } = surroundings;
  const path = absolutePath(directory, { base: cwd, home });
  return isSystemDirectory(path) || holdsHomeOrWorkspace(path, surroundings);
}

const SYSTEM =
  /^\/(?:(?:home|Users|root|var|opt|srv|mnt|media|run|private|Applications|Library|usr\/local)$|home\/[^/]+$|Users\/[^/]+$|(?:etc|boot|bin|sbin|lib\d*|sys|proc|dev(?!\/shm)|System|usr(?!\/local|\/src))(?:\/|$))/;

function isSystemDirectory(path: AbsolutePath): boolean {
  return path === '/' || SYSTEM.test(path);
}

/** The workspace itself is not meant: emptying it is bad, but an ordinary recursive deletion. */
function holdsHomeOrWorkspace(path: AbsolutePath, { workspace, home }: Surroundings): boolean {
  if (home !== undefined && pathBelow(home, path) !== null) return true;
  return path !== workspace && pathBelow(workspace, path) !== null;
}
