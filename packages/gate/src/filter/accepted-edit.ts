import { pathBelow } from '../text/path.ts';
import { everyPlace } from '../text/places.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import type { ToolCall } from '../types/tool-call.ts';
import { runsLater } from './runs-later.ts';

/** What acceptEdits lets through: an edit of a file that lies inside the workspace, as written and with links resolved. */
export function isAcceptedEdit({ access, input, subject, surroundings }: ToolCall): boolean {
  if (access !== 'edit') return false;
  if (subject.kind !== 'path') return saysNothing(input);
  const { workspace, realPath } = surroundings;
  const realWorkspace = realPath === undefined ? workspace : realPath(workspace);
  const others = [subject.real, ...everyPlace(subject).slice(1)];
  return isOrdinaryFile(subject.written, workspace) && others.every((place) => isOrdinaryFile(place, realWorkspace));
}

/** Without a single field no file can be meant, not even under a name we do not know. */
function saysNothing(input: unknown): boolean {
  return input === null || input === undefined || (typeof input === 'object' && Object.keys(input).length === 0);
}

function isOrdinaryFile(path: AbsolutePath, workspace: AbsolutePath): boolean {
  const below = pathBelow(path, workspace);
  return below !== null && below !== '' && !runsLater(below);
}
