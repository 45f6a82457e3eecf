import type { Action } from '@caliban/gate';
import type { Finding, Path } from '../../documents/places.ts';
import { isTable, kindOf, type Table } from '../../documents/table.ts';
import { type LegacyForm, noLongerLoads, stillLoads } from '../legacy-forms.ts';

/** A rule as written in a file, unchecked. */
export type Entry = {
  /** The list that contains it, and its index. */
  readonly list: Path;
  readonly index: number;
} & (
  | { readonly form: 'canonical' | 'v1'; readonly fields: unknown }
  | { readonly form: 'bucket'; readonly pattern: unknown; readonly action: Action }
);

export function pathOf({ list, index }: Entry): Path {
  return [...list, index];
}

export type Entries = {
  readonly entries: readonly Entry[];
  readonly legacyForms: readonly LegacyForm[];
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
};

/**
 * Every form of rules, in the order in which they are tried: buckets, then v1 tables, then the canonical list. Buckets come first
 * because in TOML they can only be written above the tables.
 */
export function collectEntries(document: Table, { v1 }: { v1: boolean }): Entries {
  const errors: Finding[] = [];
  const permissions = permissionsTable(document, errors);
  const buckets = BUCKETS.flatMap((action) => bucketEntries(permissions[action], action, errors));
  const old = v1 ? V1_KEYS.flatMap((key) => listEntries(document[key], { path: [key], form: 'v1' }, errors)) : [];
  const canonical = listEntries(permissions.rules, { path: ['permissions', 'rules'], form: 'canonical' }, errors);

  const legacyForms: LegacyForm[] = [];
  if (buckets.length > 0) legacyForms.push('buckets');
  if (old.length > 0) legacyForms.push('v1');
  for (const form of legacyForms) {
    const first = (form === 'buckets' ? buckets : old)[0] as Entry;
    if (!stillLoads(form)) errors.push({ spot: { path: pathOf(first), part: 'key' }, message: noLongerLoads(form) });
  }
  return { entries: [...buckets, ...old, ...canonical], legacyForms, errors, warnings: mixed(buckets, old, canonical) };
}

/** The action of each bucket, in the order in which the buckets are tried. */
export const BUCKETS: readonly Action[] = ['deny', 'ask', 'allow'];

export const V1_KEYS: readonly string[] = ['rule', 'rules'];

export function permissionsTable(document: Table, errors: Finding[] = []): Table {
  const { permissions } = document;
  if (permissions === undefined) return {};
  if (isTable(permissions)) return permissions;
  errors.push({
    spot: { path: ['permissions'], part: 'value' },
    message: `\`permissions\` is ${kindOf(permissions)}; write a \`[permissions]\` table`,
  });
  return {};
}

function bucketEntries(bucket: unknown, action: Action, errors: Finding[]): Entry[] {
  const path = ['permissions', action];
  if (bucket === undefined) return [];
  if (Array.isArray(bucket)) {
    return bucket.map((pattern, index) => ({ form: 'bucket', list: path, index, pattern, action }));
  }
  const message = `\`permissions.${action}\` is ${kindOf(bucket)}; write a list of patterns, or \`[[permissions.rules]]\``;
  errors.push({ spot: { path, part: 'value' }, message });
  return [];
}

function listEntries(
  value: unknown,
  { path, form }: { path: Path; form: 'canonical' | 'v1' },
  errors: Finding[],
): Entry[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.map((fields, index) => ({ form, list: path, index, fields }));
  const name = path.join('.');
  const message = isTable(value)
    ? `\`${name}\` is one table; write \`[[${name}]]\` with double brackets above each rule`
    : `\`${name}\` is ${kindOf(value)}; write \`[[permissions.rules]]\` above each rule`;
  errors.push({ spot: { path, part: 'key' }, message });
  return [];
}

function mixed(...forms: readonly (readonly Entry[])[]): Finding[] {
  const used = forms.filter((entries) => entries.length > 0);
  const outdated = used[0]?.[0];
  if (outdated === undefined || used.length < 2) return [];
  const message =
    'the file mixes forms of rules, and the outdated ones are tried first; write them all as `[[permissions.rules]]`';
  return [{ spot: { path: pathOf(outdated), part: 'key' }, message }];
}
