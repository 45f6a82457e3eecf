import { HOST_FALLBACKS } from '@caliban/gate/internal/types/host-fallback';
import { isPermissionMode, PERMISSION_MODES } from '@caliban/gate/internal/types/permission-mode';
import type { Finding, Path } from './places.ts';
import type { SettingValues } from './rule-file.ts';
import { kindOf, type Table } from './table.ts';

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

/** One of them in any table; null where it is not said, or not rightly. */
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

/** What the text would say if nobody had quoted it. */
function withoutQuotes(text: string): boolean | number | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

type Setting<Value> = {
  /** The spellings that are read, the one that is written first. */
  readonly keys: readonly [string, ...string[]];
  readonly expected: string;
  readonly read: (value: unknown) => Value | undefined;
};

const SETTINGS: { readonly [Name in keyof SettingValues]: Setting<SettingValues[Name]> } = {
  enforce: { keys: ['enforce'], expected: 'true or false', read: boolean },
  defaultMode: {
    keys: ['default_mode', 'defaultMode'],
    expected: `one of ${PERMISSION_MODES.join(', ')}`,
    read: (value) => (typeof value === 'string' && isPermissionMode(value) ? value : undefined),
  },
  auditLog: {
    keys: ['audit_log'],
    expected: 'true, false or "required"',
    read: (value) => (value === 'required' ? value : boolean(value)),
  },
  auditMaxBytes: { keys: ['audit_max_bytes'], expected: 'a whole number above 0', read: (value) => whole(value, 1) },
  auditKeep: { keys: ['audit_keep'], expected: 'a whole number from 0', read: (value) => whole(value, 0) },
  projectRules: {
    keys: ['project_rules'],
    expected: '"use" or "tighten-only"',
    read: (value) => (value === 'use' || value === 'tighten-only' ? value : undefined),
  },
  disableAutoMode: { keys: ['disable_auto_mode', 'disableAutoMode'], expected: 'true or false', read: boolean },
  seeThroughWrappers: { keys: ['see_through_wrappers'], expected: 'true or false', read: boolean },
  hostFallback: {
    keys: ['host_fallback'],
    expected: HOST_FALLBACKS.map((value) => `"${value}"`).join(', '),
    read: (value) => HOST_FALLBACKS.find((known) => known === value),
  },
};

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
