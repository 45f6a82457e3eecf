import { pathBelow } from '../../text/path.ts';
import type { ResolvedPath } from '../../types/subject.ts';
import type { CallContext } from '../../types/tool-call.ts';
import { pathTest } from './path-test.ts';

/** A home directory that isn't this user's, or something in it. */
export function isForeignHome(file: ResolvedPath, context: CallContext): boolean {
  const { home, workspace } = context;
  if (home === undefined || !isHome(file, context)) return false;
  return [file.written, file.real].every((path) =>
    [home, workspace].every((own) => pathBelow(path, own) === null && pathBelow(own, path) === null),
  );
}

const isHome = pathTest(['/{root,home/*,Users/*}', '/{root,home/*,Users/*}/**']);
