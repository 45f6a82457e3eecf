import { matchesText } from '@caliban/calls/globs';
import type { FieldGlob } from '../types/pattern.ts';
import type { Action } from '../types/rule.ts';

/**
 * Whether the input has every required field. For an array a deny or ask needs one element, an allow needs at least one and all.
 */
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

/** The value at the end of the path. If it leads through arrays, the values of all their elements, as one array. */
export function valueAt(input: unknown, keys: readonly string[]): unknown {
  let value = ownValue(input, keys[0] as string);
  for (let index = 1; index < keys.length; index++) {
    if (Array.isArray(value)) return valuesOfElements(value, keys, index);
    value = ownValue(value, keys[index] as string);
  }
  return value;
}

/** Undefined for an element without a value: an allow needs all of them. No deeper than the input, and no longer. */
function valuesOfElements(elements: readonly unknown[], keys: readonly string[], from: number): readonly unknown[] {
  let values = elements;
  for (let index = from; index < keys.length; index++) {
    const found: unknown[] = [];
    for (const element of values) {
      const value = ownValue(element, keys[index] as string);
      if (!Array.isArray(value)) found.push(value);
      else if (value.length === 0) found.push(undefined);
      else for (const inner of value) found.push(inner);
    }
    values = found;
  }
  return values;
}

/** Only own properties of objects: arrays aren't indexed by key, and nothing is inherited. */
function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) {
    return undefined;
  }
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** The text that a glob is matched against: text itself, a number or boolean as its JSON text; null for other values. */
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
