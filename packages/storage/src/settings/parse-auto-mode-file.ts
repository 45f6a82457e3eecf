import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { type Layer, type Pattern, parsePattern, type RuleSource } from '@caliban/gate';
import { STATIC_LISTS, type StaticList } from '@caliban/gate/classify';
import { matchesTool, specFor } from '@caliban/gate/pattern';
import { parseText, splitByteOrderMark } from '../documents/parsed-text.ts';
import type { Finding, Path, Spot } from '../documents/places.ts';
import { kindOf, type Table } from '../documents/table.ts';
import { checkSetting, settingKey, spellingsOf } from '../rules/read/check-settings.ts';
import type { FileNotice } from '../rules/rule-file.ts';

/** The contents of one `auto-mode.toml`. */
export type AutoModeFile = {
  readonly file: string;
  readonly layer: Layer;
  /** A list that isn't mentioned is absent; an empty list is present. */
  readonly lists: Readonly<Partial<Record<StaticList, readonly AutoModeEntry[]>>>;
  /** Facts about this environment for the classifier's prompt. */
  readonly environment: readonly string[];
  /** `disable_auto_mode = true`. */
  readonly isSwitchedOff?: true;
  readonly warnings: readonly FileNotice[];
};

export type AutoModeEntry =
  | { readonly kind: 'pattern'; readonly pattern: Pattern; readonly source: RuleSource }
  /** `$defaults.<list>`: the entries of that list in this release. */
  | { readonly kind: 'defaults'; readonly list: StaticList; readonly source: RuleSource };

/** Reports every error of the file, not only the first. */
export function parseAutoModeFile(
  written: string,
  { file, layer }: { readonly file: string; readonly layer: Layer },
): Result<AutoModeFile, readonly FileNotice[]> {
  const parsed = parseText(splitByteOrderMark(written).text);
  if (!parsed.ok) return fail([{ file, ...parsed.error }]);
  const { table } = parsed.value;

  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const lists: Partial<Record<StaticList, readonly AutoModeEntry[]>> = {};
  for (const list of STATIC_LISTS) {
    const texts = textsOf(table[list], list, errors);
    if (texts === null) continue;
    lists[list] = texts.flatMap((entry, index) => {
      const path = [list, index];
      return entryOf(
        entry,
        { list, path, source: { layer, file, line: parsed.value.lineOf(path) } },
        { errors, warnings },
      );
    });
  }
  const environment = textsOf(table.environment, 'environment', errors) ?? [];
  const disabled = checkSetting('disableAutoMode', { table, at: [] }, errors);
  noticeUnknownKeys(table, { errors, warnings });
  if (errors.length > 0) return fail(parsed.value.notices(file, errors));
  const switched = disabled?.value === true ? { isSwitchedOff: true as const } : {};
  return ok({ file, layer, lists, environment, ...switched, warnings: parsed.value.notices(file, warnings) });
}

/** Null if the key is missing or isn't a list of texts; the latter is reported. */
function textsOf(value: unknown, key: string, errors: Finding[]): readonly string[] | null {
  if (value === undefined) return null;
  if (!Array.isArray(value)) {
    const message = `\`${key}\` is ${kindOf(value)}; write a list: ${key} = ["…"]`;
    errors.push({ spot: { path: [key], part: 'value' }, message });
    return null;
  }
  for (const [index, item] of value.entries()) {
    if (typeof item === 'string') continue;
    const message = `\`${key}\` holds ${kindOf(item)}; write text in quotes`;
    errors.push({ spot: { path: [key, index], part: 'value' }, message });
  }
  return value.filter((item) => typeof item === 'string');
}

type Findings = { readonly errors: Finding[]; readonly warnings: Finding[] };

type EntryPlace = { readonly list: StaticList; readonly path: Path; readonly source: RuleSource };

function entryOf(
  written: string,
  { list, path, source }: EntryPlace,
  { errors, warnings }: Findings,
): readonly AutoModeEntry[] {
  const wrong = (message: string, offset?: number) => {
    errors.push({ spot: { path, part: 'value', ...(offset !== undefined && { offset }) }, message });
    return [];
  };
  if (written.startsWith('$')) {
    const named = DEFAULTS_FOR[list].find((known) => written === `$defaults.${known}`);
    if (named !== undefined) return [{ kind: 'defaults', list: named, source }];
    const known = DEFAULTS_FOR[list].map((name) => `$defaults.${name}`).join(' or ');
    return wrong(`\`${list}\` cannot take in \`${written}\`; write ${known}, or a pattern`);
  }
  const pattern = parsePattern(written);
  if (pattern.ok && list === 'allow' && source.layer === 'project' && isBlanket(pattern.value)) {
    const message = `\`${written}\` is ignored in a project file: it would allow lines that cannot be read; name the commands`;
    warnings.push({ spot: { path, part: 'value' }, message });
    return [];
  }
  if (pattern.ok) return [{ kind: 'pattern', pattern: pattern.value, source }];
  return wrong(`bad pattern \`${written}\`: ${pattern.error.message}`, pattern.error.column - 1);
}

/** A default deny list can be used in a stricter or milder deny list, but not in `allow`. */
const DEFAULTS_FOR: Readonly<Record<StaticList, readonly StaticList[]>> = {
  hard_deny: ['hard_deny', 'soft_deny'],
  soft_deny: ['soft_deny', 'hard_deny'],
  allow: ['allow'],
};

/**
 * A pattern that matches every command, including opaque ones that may hide something the operator denies. A narrower pattern
 * only covers commands that were fully analysed, and those were checked against the deny lists first.
 */
function isBlanket(pattern: Pattern): boolean {
  const spec = matchesTool(pattern.tool, 'Bash') ? specFor(pattern, 'Bash') : null;
  return spec !== null && spec.argument === null && spec.fields.length === 0;
}

/** A misspelled list may have been meant to deny something. */
function noticeUnknownKeys(document: Table, { errors, warnings }: Findings): void {
  const known: readonly string[] = [...STATIC_LISTS, 'environment', settingKey('disableAutoMode')];
  for (const [key, value] of Object.entries(document)) {
    if (known.includes(key) || spellingsOf('disableAutoMode').includes(key)) continue;
    const spot: Spot = { path: [key], part: 'key' };
    const expected = `known are ${known.join(', ')}`;
    if (Array.isArray(value)) errors.push({ spot, message: `the list \`${key}\` is not read; ${expected}` });
    else warnings.push({ spot, message: `unknown key \`${key}\` is ignored; ${expected}` });
  }
}
