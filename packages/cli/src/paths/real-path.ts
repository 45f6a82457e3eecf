import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { openedPath } from '@caliban/calls/text';

/** Longer paths cannot be opened, so there is nothing to resolve. */
const MAX_LENGTH = 4096;
const MAX_LINKS = 40;

/**
 * Links resolved as far as the path exists; the rest stays as written. A dangling link counts as what it points to, because
 * writing to it creates that. Never throws.
 */
export function realPath(path: AbsolutePath, { realParent }: { readonly realParent?: Resolver } = {}): AbsolutePath {
  return resolved(path, { linksLeft: MAX_LINKS }, realParent);
}

type Resolver = (path: AbsolutePath) => AbsolutePath;

/** `realParent` may know the parent from an earlier path. Links are followed without it: it would not notice that they form a loop. */
function resolved(path: AbsolutePath, walk: { linksLeft: number }, realParent?: Resolver): AbsolutePath {
  if (path.length > MAX_LENGTH) return path;
  try {
    // As the kernel does it: the other one takes a `..` in the target of a link by its text.
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
