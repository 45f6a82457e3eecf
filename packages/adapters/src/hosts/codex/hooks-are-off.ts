/**
 * Whether Codex's `config.toml` says `hooks = false` under `[features]`; null if it says neither that nor `true`. Reads line by
 * line without a TOML parser, because it is only for a warning; a table in an unusual spelling is missed.
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

/** The second is the older name. */
const SWITCHES: ReadonlySet<string> = new Set(['features.hooks', 'features.codex_hooks']);
