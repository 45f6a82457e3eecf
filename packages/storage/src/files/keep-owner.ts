import { fchownSync, fstatSync, type Stats } from 'node:fs';

/** Gives the new file the owner of the old one, as far as permitted. Returns the mode it should have. */
export function keepOwner(descriptor: number, old: Stats): number {
  const mode = old.mode & 0o777;
  if (sameOwner(fstatSync(descriptor), old)) return mode;
  if (tryChown(descriptor, old.uid, old.gid) || tryChown(descriptor, NO_CHANGE, old.gid)) return mode;
  // Another group must not get the rights of the old one.
  return mode & ~0o070;
}

const NO_CHANGE = -1;

function sameOwner(one: Stats, other: Stats): boolean {
  return one.uid === other.uid && one.gid === other.gid;
}

function tryChown(descriptor: number, uid: number, gid: number): boolean {
  try {
    fchownSync(descriptor, uid, gid);
    return true;
  } catch {
    return false;
  }
}
