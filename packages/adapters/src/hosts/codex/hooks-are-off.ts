/**
 * Whether Codex's `config.toml` says `hooks = false` under `[features]`; null where it says neither that nor `true`. Read line by line,
 * without a TOML reader: it is for a warning, and who spells the table in another way gets none.
 */
export function codexHooksAreOff(toml: string): boolean | null {
  let table = '';
  let isOff: boolean | null = null;
  for (const line of toml.split('\n')) {
    table = /^\s*\[\s*([\w.-]+)\s*\]/.exec(line)?.[1] ?? table;
    const [, key = '', value] = /^\s*([\w.-]+)\s*=\s*(true|false)\b/.exec(line) ?? [];
    if (SWITCHES.has(table === '' ? key : `${table}.${key}`)) isOff = isOff === true || value === 'false';
  }
  return isOff;
}

/** The second is its older name. */
const SWITCHES: ReadonlySet<string> = new Set(['features.hooks', 'features.codex_hooks']);
