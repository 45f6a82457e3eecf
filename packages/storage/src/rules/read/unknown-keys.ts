import type { Finding, Path } from '../../documents/places.ts';
import { isTable, type Table } from '../../documents/table.ts';
import { SETTING_KEYS, WRITTEN_SETTING_KEYS } from './check-settings.ts';
import { BUCKETS, permissionsTable, V1_KEYS } from './collect-entries.ts';
import { TESTS_KEY } from './collect-tests.ts';

export type UnknownKeys = { readonly errors: readonly Finding[]; readonly warnings: readonly Finding[] };

/**
 * An unknown key is a warning. An unknown key that contains rules, or a setting outside its table, is an error: a typo would
 * otherwise lose half a policy.
 */
export function unknownKeys(document: Table, { wholeFile }: { wholeFile: boolean }): UnknownKeys {
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  for (const [key, value] of Object.entries(permissionsTable(document))) {
    if (key === 'rules' || belongsInside(key)) continue;
    if (holdsRules(value)) errors.push(unreadRules(['permissions', key]));
    else warnings.push(at(['permissions', key], `unknown key \`${key}\` is ignored; known are ${KNOWN}`));
  }
  if (!wholeFile) {
    errors.push(...Object.keys(document).filter(belongsInside).map(outside));
    if (holdsRules(document.permission)) errors.push(unreadRules(['permission']));
    return { errors, warnings };
  }

  for (const [key, value] of Object.entries(document)) {
    if (key === 'permissions' || V1_KEYS.includes(key)) continue;
    if (belongsInside(key)) {
      errors.push(outside(key));
    } else if (key === 'sandbox') {
      // Otherwise nothing would be confined while the operator believes it is.
      errors.push(at([key], '`[sandbox]` is not read here; write it in settings.toml, beside this file'));
    } else if (holdsRules(value)) {
      errors.push(unreadRules([key]));
    } else {
      warnings.push(at([key], `\`${key}\` is ignored here; settings other than permissions belong in settings.toml`));
    }
  }
  return { errors, warnings };
}

const KNOWN = WRITTEN_SETTING_KEYS.join(', ');

/** A setting, a bucket or the tests: valid in `[permissions]`, and meaningless anywhere else. */
export function belongsInside(key: string): boolean {
  return SETTING_KEYS.includes(key) || (BUCKETS as readonly string[]).includes(key) || key === TESTS_KEY;
}

function outside(key: string): Finding {
  if (key === TESTS_KEY)
    return at([key], '`tests` is outside its table; write `[[permissions.tests]]` above each test');
  return at([key], `\`${key}\` is outside its table; write it below a \`[permissions]\` line`);
}

function holdsRules(value: unknown, depth = 0): boolean {
  if (depth > MAX_SLIP_DEPTH) return false;
  if (Array.isArray(value)) {
    return value.some((item) => isTable(item) && (looksLikeRule(item) || holdsRules(item, depth + 1)));
  }
  if (!isTable(value)) return false;
  return (
    looksLikeRule(value) ||
    BUCKETS.some((action) => Array.isArray(value[action])) ||
    Object.values(value).some((item) => holdsRules(item, depth + 1))
  );
}

/** Misplaced rules aren't nested deeper than this, and a file can be nested without limit. */
const MAX_SLIP_DEPTH = 32;

function looksLikeRule(table: Table): boolean {
  return 'action' in table && ('pattern' in table || 'tool' in table);
}

function unreadRules(path: Path): Finding {
  return at(path, `rules under \`${path.join('.')}\` are not read; write \`[[permissions.rules]]\` above each rule`);
}

function at(path: Path, message: string): Finding {
  return { spot: { path, part: 'key' }, message };
}
