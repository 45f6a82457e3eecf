import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { AbsolutePath } from '@caliban/gate';
import { openedPath } from '@caliban/gate/internal/text/opened-path';
import { absolutePath } from '@caliban/gate/internal/text/path';

/** Longer paths cannot be opened, so there is nothing to resolve. */
const LONGEST = 4096;
const MOST_LINKS = 40;

/**
 * Links resolved as far as the path exists; the rest stays as written. A dangling link counts as what it points to, because
 * writing to it creates that. Never throws.
 */
export function realPath(path: AbsolutePath): AbsolutePath {
  return resolved(path, { linksLeft: MOST_LINKS });
}

function resolved(path: AbsolutePath, walk: { linksLeft: number }): AbsolutePath {
  if (path.length > LONGEST) return path;
  try {
    // As the kernel does it: the other one takes a `..` in the target of a link by its text.
    return absolutePath(realpathSync.native(path));
  } catch {
    if (path.length === 1) return path;
  }
  const parent = resolved(absolutePath(dirname(path)), walk);
  const there = absolutePath(basename(path), { base: parent });
  try {
    const target = readlinkSync(there);
    return walk.linksLeft-- > 0 ? openedPath(target, parent, (step) => resolved(step, walk)) : there;
  } catch {
    return there;
  }
}
