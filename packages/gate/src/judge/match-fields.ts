import { matchesText } from '../text/text-glob.ts';
import type { FieldGlob } from '../types/pattern.ts';
import type { Action } from '../types/rule.ts';

/** Whether the input has every field asked for. Of an array a deny or ask needs one element, an allow needs one and all. */
export function matchesFields(fields: readonly FieldGlob[], input: unknown, action: Action): boolean {
  return fields.every(({ keys, glob }) => {
    const matches = (value: unknown) => {
      const text = scalarText(value);
      return text !== null && matchesText(glob, text);
    };
    const value = valueAt(input, keys);
    if (!Array.isArray(value)) return matches(value);
    return action === 'allow' ? value.length > 0 && value.every(matches) : value.some(matches);
  });
}

/** Own properties of objects alone: arrays are not indexed by key, and nothing is inherited. */
export function valueAt(input: unknown, keys: readonly string[]): unknown {
  let value = input;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) {
      return undefined;
    }
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** What a glob is held against: text itself, a number or boolean by its JSON text; null for what has none. */
export function scalarText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return null;
  }
}
