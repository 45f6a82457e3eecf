import { HOST_FALLBACKS, isPermissionMode, PERMISSION_MODES } from '@caliban/gate/types';
import type { Finding, Path } from '../../documents/places.ts';
import { isRfc3339 } from '../../documents/rfc3339.ts';
import { kindOf, type Table } from '../../documents/table.ts';
import { INSTANT, type JsonSchema } from '../../schemas/json-schema.ts';
import type { SettingValues } from '../rule-file.ts';

export type CheckedSettings = {
  readonly [Name in keyof SettingValues]?: { readonly value: SettingValues[Name]; readonly path: Path };
};

export type SettingsCheck = { readonly settings: CheckedSettings; readonly errors: readonly Finding[] };

/** The keys of `[permissions]` that are not rules. */
export function checkSettings(permissions: Table): SettingsCheck {
  const settings: Record<string, { value: unknown; path: Path }> = {};
  const errors: Finding[] = [];
  for (const name of Object.keys(SETTINGS) as (keyof SettingValues)[]) {
    const checked = checkSetting(name, { table: permissions, at: ['permissions'] }, errors);
    if (checked !== null) settings[name] = checked;
  }
  return { settings: settings as CheckedSettings, errors };
}

/** One setting in any table; null if it is missing or invalid. */
export function checkSetting<Name extends keyof SettingValues>(
  name: Name,
  { table, at }: { readonly table: Table; readonly at: Path },
  errors: Finding[],
): { readonly value: SettingValues[Name]; readonly path: Path } | null {
  const setting = SETTINGS[name];
  const [key, ...others] = setting.keys.filter((spelling) => table[spelling] !== undefined);
  if (key === undefined) return null;
  for (const other of others) {
    const message = `\`${key}\` and \`${other}\` are the same setting; keep one of them`;
    errors.push({ spot: { path: [...at, other], part: 'key' }, message });
  }
  const path = [...at, key];
  const value = setting.read(table[key]);
  if (value !== undefined) return { value, path };
  errors.push({ spot: { path, part: 'value' }, message: `\`${key}\` is ${whatIsWrong(table[key], setting)}` });
  return null;
}

function whatIsWrong(written: unknown, { expected, read }: Setting<unknown>): string {
  if (typeof written === 'string' && read(withoutQuotes(written)) !== undefined) {
    return `the text \`"${written}"\`; write ${written} without the quotes`;
  }
  const shown = typeof written === 'string' || typeof written === 'number' ? `\`${written}\`` : kindOf(written);
  return `${shown}; expected ${expected}`;
}

/** The value that the text would be without its quotes. */
function withoutQuotes(text: string): boolean | number | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

type Setting<Value> = {
  /** The spellings that are read; the first is the one that is written. */
  readonly keys: readonly [string, ...string[]];
  readonly expected: string;
  readonly schema: JsonSchema;
  readonly read: (value: unknown) => Value | undefined;
};

const BOOLEAN: JsonSchema = { type: 'boolean' };

const SETTINGS: { readonly [Name in keyof SettingValues]: Setting<SettingValues[Name]> } = {
  enforce: { keys: ['enforce'], expected: 'true or false', schema: BOOLEAN, read: boolean },
  defaultMode: {
    keys: ['default_mode', 'defaultMode'],
    expected: `one of ${PERMISSION_MODES.join(', ')}`,
    schema: { type: 'string', enum: PERMISSION_MODES },
    read: (value) => (typeof value === 'string' && isPermissionMode(value) ? value : undefined),
  },
  auditLog: {
    keys: ['audit_log'],
    expected: 'true, false or "required"',
    schema: { enum: [true, false, 'required'] },
    read: (value) => (value === 'required' ? value : boolean(value)),
  },
  auditMaxBytes: {
    keys: ['audit_max_bytes'],
    expected: 'a whole number above 0',
    schema: { type: 'integer', minimum: 1 },
    read: (value) => whole(value, 1),
  },
  auditKeep: {
    keys: ['audit_keep'],
    expected: 'a whole number from 0',
    schema: { type: 'integer', minimum: 0 },
    read: (value) => whole(value, 0),
  },
  projectRules: {
    keys: ['project_rules'],
    expected: '"use" or "tighten-only"',
    schema: { type: 'string', enum: ['use', 'tighten-only'] },
    read: (value) => (value === 'use' || value === 'tighten-only' ? value : undefined),
  },
  disableAutoMode: {
    keys: ['disable_auto_mode', 'disableAutoMode'],
    expected: 'true or false',
    schema: BOOLEAN,
    read: boolean,
  },
  seeThroughWrappers: {
    keys: ['see_through_wrappers'],
    expected: 'true or false',
    schema: BOOLEAN,
    read: boolean,
  },
  hostFallback: {
    keys: ['host_fallback'],
    expected: HOST_FALLBACKS.map((value) => `"${value}"`).join(', '),
    schema: { type: 'string', enum: HOST_FALLBACKS },
    read: (value) => HOST_FALLBACKS.find((known) => known === value),
  },
  staleAfter: {
    keys: ['stale_after'],
    expected: 'an instant such as "2027-01-01T00:00:00Z"',
    schema: INSTANT,
    read: (value) => (typeof value === 'string' && isRfc3339(value) ? value : undefined),
  },
};

/** Every spelling of every setting, with its schema. */
export const SETTING_SCHEMAS: readonly { readonly keys: readonly string[]; readonly schema: JsonSchema }[] =
  Object.values(SETTINGS);

/** Every spelling of every setting. */
export const SETTING_KEYS: readonly string[] = Object.values(SETTINGS).flatMap(({ keys }) => keys);

export function spellingsOf(name: keyof SettingValues): readonly string[] {
  return SETTINGS[name].keys;
}

/** The spelling to write. */
export function settingKey(name: keyof SettingValues): string {
  return SETTINGS[name].keys[0];
}

export const WRITTEN_SETTING_KEYS: readonly string[] = Object.values(SETTINGS).map(({ keys }) => keys[0]);

function boolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function whole(value: unknown, least: number): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= least ? (value as number) : undefined;
}
