import type { Action, PermissionMode } from '@caliban/gate';

export const IMPORT_FORMATS = ['claude', 'codex', 'gemini', 'opencode', 'caliban'] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A file in caliban's terms. */
export type Imported = {
  readonly format: ImportFormat;
  /** In the order in which they are to be tried: the first match decides as the other agent would have. */
  readonly rules: readonly ImportedRule[];
  /** Rules that mean something else here, or couldn't be imported. */
  readonly notCarriedOver: readonly NotCarriedOver[];
  /** What a user should know before using the rules. */
  readonly notices: readonly string[];
  /** The start mode of the file, if caliban has an equivalent. */
  readonly defaultMode?: PermissionMode;
};

export type ImportedRule = {
  readonly pattern: string;
  readonly action: Action;
  readonly comment?: string;
  readonly reason?: string;
  readonly expiresAt?: string;
  readonly confined?: true;
  readonly approvals?: number;
  readonly selfApproval?: false;
};

export type NotCarriedOver = {
  /** Its text in the file. */
  readonly what: string;
  readonly why: string;
  readonly line?: number;
};

/** The file can't be read in the expected format. */
export type ImportProblem = { readonly message: string; readonly line?: number; readonly column?: number };
