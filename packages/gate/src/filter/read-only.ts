import type { Access } from '@caliban/calls';

/** Calls that plan mode asks about instead of denying. Reading from the network is one: a fetch changes nothing here. Unknown access isn't. */
export function isReadOnly(access: Access): boolean {
  return access === 'read' || access === 'network' || access === 'internal';
}
