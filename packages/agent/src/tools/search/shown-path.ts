import type { AbsolutePath } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';

/** Short where it can be: any tool takes it back in this form. */
export function shownPath(path: AbsolutePath, cwd: AbsolutePath): string {
  const below = pathBelow(path, cwd);
  return below === null || below === '' ? path : below;
}
