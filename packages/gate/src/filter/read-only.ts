import type { Access } from '@caliban/calls';

/**
 * Calls that plan mode asks about instead of denying. This includes reading from the network: a fetch changes nothing here.
 * Unknown access isn't included.
 */
export function isReadOnly(access: Access): boolean {
  return access === 'read' || access === 'network' || access === 'internal';
}
