import type { BigIntStats } from 'node:fs';
import type { AbsolutePath } from '@caliban/calls';
import type { SessionState } from '../tool.ts';

/** Detects whether a file has changed since it was read. */
export function fingerprint({ size, mtimeNs }: BigIntStats): string {
  return `${size}:${mtimeNs}`;
}

/** Null if the file was never read, or is unchanged. */
export function changedSinceSeen(
  real: AbsolutePath,
  found: BigIntStats,
  { seenFiles }: Pick<SessionState, 'seenFiles'>,
): string | null {
  const seen = seenFiles.get(real);
  if (seen === undefined || seen === fingerprint(found)) return null;
  return `${real} has changed on disk since it was read; Read it again before changing it`;
}
