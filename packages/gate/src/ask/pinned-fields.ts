import { scalarText } from '../judge/match-fields.ts';
import { looksSecret } from '../text/looks-secret.ts';
import { escapeGlob } from '../text/text-glob.ts';

const LONGEST_VALUE = 60;
const MOST_FIELDS = 4;

/** What a pattern can say of the input, and the keys of what it cannot or should not say. */
export function pinnedFields(input: unknown): { readonly pinned: readonly string[]; readonly open: readonly string[] } {
  const pinned: string[] = [];
  const open: string[] = [];
  if (input === undefined || input === null) return { pinned, open };
  if (typeof input !== 'object' || Array.isArray(input)) return { pinned, open: ['input'] };
  for (const [key, value] of Object.entries(input)) {
    const field = pinned.length < MOST_FIELDS ? pinnedField(key, value) : null;
    if (field === null) open.push(key);
    else pinned.push(field);
  }
  return { pinned, open };
}

function pinnedField(key: string, value: unknown): string | null {
  const text = scalarText(value);
  if (text === null || text === '' || text.length > LONGEST_VALUE || !/^[A-Za-z_$][\w$-]*$/.test(key)) return null;
  return looksSecret(`${key}=${text}`) ? null : `${key}=${escapeGlob(text).replaceAll(',', '\\,')}`;
}
