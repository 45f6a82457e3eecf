import type { AbsolutePath } from '@caliban/gate';
import { pathBelow } from '@caliban/gate/text';

/** Short where it can be: any tool takes it back in this form. */
export function shownPath(path: AbsolutePath, cwd: AbsolutePath): string {
  const below = pathBelow(path, cwd);
  return below === null || below === '' ? path : below;
}
