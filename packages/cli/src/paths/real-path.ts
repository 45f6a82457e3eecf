import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { openedPath } from '@caliban/calls/text';

/** Longer paths can't be opened, so there is nothing to resolve. */
const MAX_LENGTH = 4096;
const MAX_LINKS = 40;

/**
 * Resolves symlinks in the existing part of the path; the rest stays as written. A dangling symlink resolves to its target,
 * because writing to it creates that. Never throws.
 */
export function realPath(path: AbsolutePath, { realParent }: { readonly realParent?: Resolver } = {}): AbsolutePath {
  return resolved(path, { linksLeft: MAX_LINKS }, realParent);
}

type Resolver = (path: AbsolutePath) => AbsolutePath;

/**
 * `realParent` may have the parent cached from an earlier path. It isn't used to follow symlinks, because it wouldn't notice a
 * loop.
 */
function resolved(path: AbsolutePath, walk: { linksLeft: number }, realParent?: Resolver): AbsolutePath {
  if (path.length > MAX_LENGTH) return path;
  try {
    // As the kernel does: the JavaScript version resolves `..` in a symlink's target lexically.
    return absolutePath(realpathSync.native(path));
  } catch {
    if (path.length === 1) return path;
  }
  const above = absolutePath(dirname(path));
  const parent = realParent === undefined ? resolved(above, walk) : realParent(above);
  const there = absolutePath(basename(path), { base: parent });
  try {
    const target = readlinkSync(there);
    return walk.linksLeft-- > 0 ? openedPath(target, parent, (step) => resolved(step, walk)) : there;
  } catch {
    return there;
  }
}
