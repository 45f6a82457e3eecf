import type { AbsolutePath } from '@caliban/calls';

export type EntryKind = 'file' | 'directory' | 'link' | 'missing';

/** The part of a file system that globs need. Must not throw: what can't be read is missing, or null. */
export type Disk = {
  /** Symlinks aren't followed. Sockets, devices and the like are files. */
  readonly kindOf: (path: AbsolutePath) => EntryKind;
  /** The entries of a directory; null if it can't be read. */
  readonly list: (directory: AbsolutePath) => readonly DiskEntry[] | null;
  /** With every symlink resolved in the existing part of the path. */
  readonly realPath: (path: AbsolutePath) => AbsolutePath;
};

export type DiskEntry = { readonly name: string; readonly kind: Exclude<EntryKind, 'missing'> };
