import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { AbsolutePath } from '@caliban/gate';
import { absolutePath } from '@caliban/gate/internal/text/path';

/** Longer paths cannot be opened, so there is nothing to resolve. */
const LONGEST = 4096;
const MOST_LINKS = 40;

/**
 * Links resolved as far as the path exists; the rest stays as written. A dangling link counts as what it points to, because
 * writing to it creates that. Never throws.
 */
export function realPath(path: AbsolutePath, links = 0): AbsolutePath {
  if (path.length > LONGEST) return path;
  try {
    return absolutePath(realpathSync(path));
  } catch {
    if (path.length === 1) return path;
  }
  const parent = realPath(absolutePath(dirname(path)), links);
  const there = absolutePath(basename(path), { base: parent });
  try {
    const target = absolutePath(readlinkSync(there), { base: parent });
    return links < MOST_LINKS ? realPath(target, links + 1) : there;
  } catch {
    return there;
  }
}
