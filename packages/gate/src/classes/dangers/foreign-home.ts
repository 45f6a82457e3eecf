import { pathBelow } from '../../text/path.ts';
import type { Places } from '../../types/subject.ts';
import type { Surroundings } from '../../types/tool-call.ts';
import { pathTest } from './path-test.ts';

/** A home directory that isn't this user's, or something in it. */
export function isForeignHome(file: Places, surroundings: Surroundings): boolean {
  const { home, workspace } = surroundings;
  if (home === undefined || !isHome(file, surroundings)) return false;
  return [file.written, file.real].every((path) =>
    [home, workspace].every((own) => pathBelow(path, own) === null && pathBelow(own, path) === null),
  );
}

const isHome = pathTest(['/{root,home/*,Users/*}', '/{root,home/*,Users/*}/**']);
