import type { AbsolutePath } from '@caliban/calls';
import type { Layer, Rule } from '../types/rule.ts';
import type { Disk, EntryKind } from './disk.ts';

/**
 * A process's access, in terms that the kernel can enforce. The deepest entry above a path decides: `denyRead` against
 * `reallowRead`, `writable` against `denyWrite`. A path without an entry above it is readable and not writable. All paths have
 * their symlinks resolved.
 */
export type Confinement = {
  readonly denyRead: readonly ConfinedPath[];
  readonly reallowRead: readonly ConfinedPath[];
  /** Also the workspace, the directories beside it and those for temporary files where one is inside of another. */
  readonly writable: readonly ConfinedPath[];
  readonly denyWrite: readonly ConfinedPath[];
  readonly network: 'all' | 'none' | 'by-host';
  /** The first match decides; `otherHosts` if none matches. Only used if `network` is `by-host`. */
  readonly hosts: readonly ConfinedHost[];
  readonly otherHosts: 'open' | 'closed';
  readonly inexpressible: readonly Inexpressible[];
};

export type ConfinedPath = {
  readonly path: AbsolutePath;
  readonly kind: Exclude<EntryKind, 'link'>;
  /** The rule behind it; null for fixed entries: the workspace, a directory for temporary files, caliban's own files. */
  readonly rule: Rule | null;
};

export type ConfinedHost = {
  /** A host name with `*` for anything; a port only if the rule names one. */
  readonly host: string;
  readonly outcome: Outcome;
  readonly rule: Rule;
};

export type Outcome = 'open' | 'closed';

/** Where the kernel's enforcement differs from the rules. */
export type Inexpressible = {
  /** Null: not caused by a single rule. */
  readonly rule: Rule | null;
  /** `looser`: a command may do what the rule forbids. `tighter`: it can't do what the rules leave open. */
  readonly effect: 'looser' | 'tighter';
  readonly reason: string;
  /** The profile couldn't be completed: it must not be used if confinement is required. */
  readonly isFatal?: true;
};

/** A directory beside the workspace: writable like it, and what relative patterns deny or ask about there applies as in it. */
export type AddedDirectory = {
  readonly path: AbsolutePath;
  /** caliban's own files in it, never writable. */
  readonly ownPaths: readonly AbsolutePath[];
};

export type ConfinementContext = {
  readonly workspace: AbsolutePath;
  /** As they are now: the operator may add one while a session runs. */
  readonly added?: (() => readonly AddedDirectory[]) | undefined;
  readonly home?: AbsolutePath | undefined;
  /** Directories for temporary files. */
  readonly temporary: readonly AbsolutePath[];
  /** caliban's own files and directories, never writable. */
  readonly ownPaths: readonly AbsolutePath[];
  /** caliban's own keys: with these a program could answer questions. Never readable. */
  readonly ownKeys?: readonly AbsolutePath[] | undefined;
  /** Layers whose denies apply whatever other layers allow. */
  readonly enforcedLayers?: readonly Layer[] | undefined;
  /** The file system ignores case. */
  readonly foldsCase?: boolean | undefined;
  readonly disk: Disk;
};
