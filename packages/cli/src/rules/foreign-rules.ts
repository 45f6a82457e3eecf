import { dirname, join } from 'node:path';
import { type Action, type Pattern, parsePattern, type Rule } from '@caliban/gate';
import { formatNotice, type Imported, type ImportFormat, importRules } from '@caliban/storage';
import { readTextFile } from '@caliban/storage/files';
import type { ImportedRule } from '@caliban/storage/import';
import { type Plan, patternKey } from '@caliban/storage/rules';
import { UsageError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';

/** Throws if the file doesn't exist. */
export function textOf(file: string): string {
  const text = readTextFile(file);
  if (!text.ok) throw new UsageError(formatNotice({ file, ...text.error }));
  if (text.value === null) throw new UsageError(`${file}: there is no such file`);
  return text.value;
}

export function readForeign(
  file: string,
  text: string,
  format: string | undefined,
  { home }: Pick<Terminal, 'home'>,
): Imported {
  const claudeHome = join(home, '.claude');
  const imported = importRules(text, {
    format: (format ?? 'auto') as ImportFormat | 'auto',
    fileName: file,
    ...(dirname(file) === claudeHome ? { settingsDirectory: '~/.claude' } : {}),
  });
  if (!imported.ok) throw new UsageError(formatNotice({ file, ...imported.error }));
  return imported.value;
}

/** Appends all rules that aren't there yet. */
export function importPlan(
  rules: readonly ImportedRule[],
  known: readonly Rule[],
  { isNew }: { isNew: boolean },
): Plan {
  const there = new Set(known.map(({ pattern, action }) => keyOf(pattern, action)));
  const added = rules.filter(({ pattern, action }) => {
    const parsed = parsePattern(pattern);
    return !parsed.ok || !there.has(keyOf(parsed.value, action));
  });
  const index = known.length;
  if (added.length > 0) return { edits: [{ kind: 'insert', at: index, rules: added }], index };
  // A layer's own JSON rules are already known, but still have to be written as TOML.
  return { edits: isNew && index > 0 ? [{ kind: 'change', at: 0, fields: {} }] : [], index };
}

function keyOf(pattern: Pattern, action: Action): string {
  return `${action} ${patternKey(pattern)}`;
}
