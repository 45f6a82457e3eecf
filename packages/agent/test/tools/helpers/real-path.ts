import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type AbsolutePath, absolutePath } from '@caliban/calls';

/** Links resolved as far as the path exists, as a host does it before a call is judged. */
export function realPath(path: AbsolutePath): AbsolutePath {
  try {
    return absolutePath(realpathSync(path));
  } catch {
    const parent = realPath(absolutePath(dirname(path)));
    const there = absolutePath(basename(path), { base: parent });
    try {
      return realPath(absolutePath(readlinkSync(there), { base: parent }));
    } catch {
      return there;
    }
  }
}
