import type { AbsolutePath } from '@caliban/calls';

export type EntryKind = 'file' | 'directory' | 'link' | 'missing';

/** As little of a file system as globs need. Must not throw: what can't be read is missing, or null. */
export type Disk = {
  /** A link is not followed. Sockets, devices and the like are files. */
  readonly kindOf: (path: AbsolutePath) => EntryKind;
  /** The entries of a directory; null where it can't be read. */
  readonly list: (directory: AbsolutePath) => readonly DiskEntry[] | null;
  /** With every link resolved, as far as the path exists. */
  readonly realPath: (path: AbsolutePath) => AbsolutePath;
};

export type DiskEntry = { readonly name: string; readonly kind: Exclude<EntryKind, 'missing'> };
