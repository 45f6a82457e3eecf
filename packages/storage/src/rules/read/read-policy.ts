import { parsePathGlob } from '@caliban/calls/globs';
import type { PathGlob } from '@caliban/calls/types';
import type { Pattern } from '@caliban/gate';
import type { Finding } from '../../documents/places.ts';
import type { Table } from '../../documents/table.ts';
import type { LegacyForm } from '../legacy-forms.ts';
import { type CheckedRule, checkEntry, warnOfEntry } from './check-entry.ts';
import { type CheckedSettings, checkSettings } from './check-settings.ts';
import { collectEntries, type Entry, pathOf, permissionsTable } from './collect-entries.ts';
import { collectTests, type TestEntry } from './collect-tests.ts';
import { unknownKeys } from './unknown-keys.ts';

/** The permissions of a parsed document; positions in the text are computed later, if needed. */
export type Policy = {
  readonly rules: readonly CheckedRule[];
  /** Where each of the rules comes from. */
  readonly entries: readonly Entry[];
  readonly settings: CheckedSettings;
  readonly tests: readonly TestEntry[];
  readonly legacyForms: readonly LegacyForm[];
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
};

/** `wholeFile`: the whole file is about permissions. In a settings file only the `[permissions]` table is. */
export function readPolicy(document: Table, { wholeFile }: { wholeFile: boolean }): Policy {
  const collected = collectEntries(document, { v1: wholeFile });
  const checked = checkSettings(permissionsTable(document));
  const unknown = unknownKeys(document, { wholeFile });
  const errors = [...collected.errors, ...checked.errors, ...unknown.errors];
  const tests = collectTests(document, errors);
  const warnings = [...collected.warnings, ...unknown.warnings];

  const rules: CheckedRule[] = [];
  const entries: Entry[] = [];
  let written = 0;
  for (const entry of collected.entries) {
    const rule = checkEntry(entry, errors);
    if (rule === null) continue;
    rules.push(rule);
    entries.push(entry);
    warnOfEntry(entry, rule, warnings);
    written += writtenOut(rule.pattern);
    if (written > MAX_WRITTEN_OUT_CHARACTERS) {
      errors.push({ spot: { path: pathOf(entry), part: 'key' }, message: TOO_MUCH_WRITTEN_OUT });
      break;
    }
  }
  return { rules, entries, settings: checked.settings, tests, legacyForms: collected.legacyForms, errors, warnings };
}

const TOO_MUCH_WRITTEN_OUT =
  'from the top to here the braces expand to too many paths; write `*` or `**`, or fewer alternatives';

/**
 * The limit for the expanded braces of one file, in characters: expanding many short patterns takes as long as expanding a long
 * one.
 */
export const MAX_WRITTEN_OUT_CHARACTERS = 4_000_000;

/** About how many characters the braces of a path pattern expand to; 0 if it is little. */
export function writtenOut({ spec, specText }: Pattern): number {
  if (!specText.includes('{')) return 0;
  if (spec !== 'by-tool') return spec.argument?.kind === 'path' ? extentOf(spec.argument.glob) : 0;
  const glob = parsePathGlob(specText);
  return glob.ok ? extentOf(glob.value) : 0;
}

/** With only a few alternatives the length of the file matters, and that has its own limit. */
const FEW = 4;

function extentOf({ text, alternatives }: PathGlob): number {
  return alternatives.length <= FEW ? 0 : alternatives.length * text.length;
}
