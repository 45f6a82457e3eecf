/**
 * Whether Codex's `config.toml` says `hooks = false` under `[features]`. Read line by line, without a TOML reader: it is for a
 * warning, and who spells the table in another way gets none.
 */
export function codexHooksAreOff(toml: string): boolean {
  let table = '';
  for (const line of toml.split('\n')) {
    table = /^\s*\[\s*([\w.-]+)\s*\]/.exec(line)?.[1] ?? table;
    const [, key = ''] = /^\s*([\w.-]+)\s*=\s*false\b/.exec(line) ?? [];
    if (SWITCHES.has(table === '' ? key : `${table}.${key}`)) return true;
  }
  return false;
}

/** The second is its older name. */
const SWITCHES: ReadonlySet<string> = new Set(['features.hooks', 'features.codex_hooks']);
