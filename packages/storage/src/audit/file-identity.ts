import { type BigIntStats, fstatSync, statSync } from 'node:fs';

/** Tells whether a path still leads to the file a descriptor was opened on. */
export type FileIdentity = { readonly device: bigint; readonly inode: bigint };

export function identityOf({ dev, ino }: BigIntStats): FileIdentity {
  return { device: dev, inode: ino };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.inode === other.inode && one.device === other.device;
}

/** Null when nothing is there. */
export function statPath(path: string): BigIntStats | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

export function statDescriptor(descriptor: number): BigIntStats {
  return fstatSync(descriptor, { bigint: true });
}
