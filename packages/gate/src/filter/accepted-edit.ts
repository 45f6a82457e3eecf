import type { AbsolutePath, ToolCall } from '@caliban/calls';
import { everyPlace, pathBelow } from '@caliban/calls/text';
import { runsLater } from './runs-later.ts';

/**
 * What acceptEdits allows: an edit of a file inside the workspace or one of the added directories, as written and with symlinks
 * resolved.
 */
export function isAcceptedEdit({ access, input, subject, context }: ToolCall): boolean {
  if (access !== 'edit') return false;
  if (subject.kind !== 'path') return saysNothing(input);
  const { workspace, addedDirectories = [], realPath = (path) => path } = context;
  const others = [subject.real, ...everyPlace(subject).slice(1)];
  // All of them in the same root: a symlink from one to another isn't followed.
  return [workspace, ...addedDirectories].some((root) => {
    if (!isOrdinaryFile(subject.written, root)) return false;
    const realRoot = realPath(root);
    return others.every((place) => isOrdinaryFile(place, realRoot));
  });
}

/** Without a single field no file can be meant, not even under an unknown name. */
function saysNothing(input: unknown): boolean {
  return input === null || input === undefined || (typeof input === 'object' && Object.keys(input).length === 0);
}

function isOrdinaryFile(path: AbsolutePath, workspace: AbsolutePath): boolean {
  const below = pathBelow(path, workspace);
  return below !== null && below !== '' && !runsLater(below);
}
