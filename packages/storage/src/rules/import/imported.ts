import type { Action, PermissionMode } from '@caliban/gate';

export const IMPORT_FORMATS = ['claude', 'codex', 'gemini', 'opencode', 'caliban'] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What a file says in caliban's words. */
export type Imported = {
  readonly format: ImportFormat;
  /** In the order in which they are to be tried: the first match decides as the other agent would have. */
  readonly rules: readonly ImportedRule[];
  /** What comes over in another way than it was meant, or not at all. */
  readonly notCarriedOver: readonly NotCarriedOver[];
  /** What somebody should know before using the rules. */
  readonly notices: readonly string[];
  /** The mode the file starts in, where caliban has one that means the same. */
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
  /** As it stands in the file. */
  readonly what: string;
  readonly why: string;
  readonly line?: number;
};

/** The file cannot be read as what it is taken for. */
export type ImportProblem = { readonly message: string; readonly line?: number; readonly column?: number };
