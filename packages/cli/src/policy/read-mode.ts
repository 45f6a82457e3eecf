import type { PermissionMode } from '@caliban/gate';
import { isPermissionMode, PERMISSION_MODES } from '@caliban/gate/types';
import { UsageError } from '../command-line/problems.ts';

/** Parses a mode's name. */
export function readMode(name: string): PermissionMode {
  if (isPermissionMode(name)) return name;
  throw new UsageError(`there is no mode \`${name}\`; the modes are ${PERMISSION_MODES.join(', ')}`);
}
