import { cutMiddle, visible } from '@caliban/calls/text';
import type { Action, Layer, Pattern, PermissionMode, Rule } from '@caliban/gate';
import type { HostFallback } from '@caliban/gate/types';
import type { Table } from '../documents/table.ts';
import type { LegacyForm } from './legacy-forms.ts';

/** The permissions of one file. */
export type RuleFile = {
  readonly file: string;
  /** In the order in which they are tried. */
  readonly rules: readonly Rule[];
  readonly settings: PermissionSettings;
  /** Tests of the rules in force. */
  readonly tests: readonly PolicyTest[];
  readonly warnings: readonly FileNotice[];
  /** The outdated forms used in the file; empty for canonical TOML. */
  readonly legacyForms: readonly LegacyForm[];
};

/** A call and its expected verdict: one `[[permissions.tests]]` of a file. */
export type PolicyTest = {
  readonly tool: string;
  readonly input: Table;
  readonly expect: Action;
  /** The pattern of the rule that has to decide. */
  readonly rule?: Pattern;
  readonly comment?: string;
  readonly source: { readonly layer: Layer; readonly file: string; readonly line: number };
};

/** The keys of `[permissions]` that are set, each with the line that sets it. */
export type PermissionSettings = {
  readonly [Name in keyof SettingValues]?: Sourced<SettingValues[Name]>;
};

export type SettingValues = {
  readonly enforce: boolean;
  readonly defaultMode: PermissionMode;
  readonly auditLog: boolean | 'required';
  readonly auditMaxBytes: number;
  readonly auditKeep: number;
  readonly projectRules: ProjectRules;
  readonly disableAutoMode: boolean;
  /** Deny and ask rules also meet what `sudo`, `xargs`, `sh -c` and the like run. */
  readonly seeThroughWrappers: boolean;
  readonly hostFallback: HostFallback;
  /** After this time, allows in this directory's files become asks: the policy may have changed since. */
  readonly staleAfter: string;
};

/** `tighten-only`: a project may deny and ask; its allows are withheld. */
export type ProjectRules = 'use' | 'tighten-only';

export type Sourced<Value> = {
  readonly value: Value;
  readonly layer: Layer;
  readonly file: string;
  readonly line: number;
};

/** A problem in a file that someone should fix; without a line it concerns the whole file. */
export type FileNotice = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
};

const MAX_NOTICE_LENGTH = 1000;

/** One line that is safe to print, whatever the file or its name contains. */
export function formatNotice({ file, line, column, message }: FileNotice): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return cutMiddle(visible(`${place}: ${message}`), MAX_NOTICE_LENGTH).text;
}

export function formatSource({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}
