import type { AbsolutePath } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';

/** Relative if possible: every tool accepts this form. */
export function shownPath(path: AbsolutePath, cwd: AbsolutePath): string {
  const below = pathBelow(path, cwd);
  return below === null || below === '' ? path : below;
}
