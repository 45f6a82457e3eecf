import { escapeGlob } from '@caliban/calls/globs';
import { looksSecret } from '@caliban/calls/text';
import { scalarText } from '../judge/match-fields.ts';

const MAX_VALUE_LENGTH = 60;
const MAX_FIELDS = 4;
const MAX_DEPTH = 4;

/** The fields of the input that a pattern can name (`repo.owner=acme`), and the keys of those that it can't or shouldn't. */
export function pinnedFields(input: unknown): { readonly pinned: readonly string[]; readonly open: readonly string[] } {
  const pinned: string[] = [];
  const open: string[] = [];
  if (input === undefined || input === null) return { pinned, open };
  if (!isObject(input)) return { pinned, open: ['input'] };
  collect(input, []);
  return { pinned, open };

  function collect(object: object, above: readonly string[]): void {
    for (const [key, value] of Object.entries(object)) {
      const keys = [...above, key];
      if (isObject(value) && keys.length < MAX_DEPTH && Object.keys(value).length > 0 && keys.every(isPlainKey)) {
        collect(value, keys);
        continue;
      }
      const field = pinned.length < MAX_FIELDS ? pinnedField(keys, value) : null;
      if (field === null) open.push(keys.join('.'));
      else pinned.push(field);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Allowed by the grammar between two dots. */
function isPlainKey(key: string): boolean {
  return /^[A-Za-z_$][\w$-]*$/.test(key);
}

function pinnedField(keys: readonly string[], value: unknown): string | null {
  const text = scalarText(value);
  if (text === null || text === '' || text.length > MAX_VALUE_LENGTH || !keys.every(isPlainKey)) return null;
  return looksSecret(`${keys.at(-1)}=${text}`) ? null : `${keys.join('.')}=${escapeGlob(text).replaceAll(',', '\\,')}`;
}
