import { matchesEveryText, matchesText } from '../text/text-glob.ts';
import type { TextGlob } from '../types/glob.ts';
import type { FieldGlob } from '../types/pattern.ts';
import type { Action } from '../types/rule.ts';

/** Whether the input has every field asked for. Of an array a deny or ask needs one element, an allow needs one and all. */
export function matchesFields(fields: readonly FieldGlob[], input: unknown, action: Action): boolean {
  return fields.every(({ keys, glob }) => {
    const value = valueAt(input, keys);
    if (!(value instanceof EachValue)) return matchesValue(glob, value, action);
    return matchesAmong(value.values, action, (each) => matchesValue(glob, each, action));
  });
}

/** `*` is about any value that is there, also one that has no text. */
function matchesValue(glob: TextGlob, value: unknown, action: Action): boolean {
  if (typeof value !== 'object') return matchesScalar(glob, value);
  if (matchesEveryText(glob)) return true;
  return Array.isArray(value) && matchesAmong(opened(value), action, (element) => matchesScalar(glob, element));
}

function matchesAmong(values: readonly unknown[], action: Action, matches: (value: unknown) => boolean): boolean {
  return action === 'allow' ? values.length > 0 && values.every(matches) : values.some(matches);
}

function matchesScalar(glob: TextGlob, value: unknown): boolean {
  const text = scalarText(value);
  return text !== null && matchesText(glob, text);
}

/** What each of several elements has at the end of the way; undefined where one has nothing there. */
class EachValue {
  readonly values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    this.values = values;
  }
}

/** What stands at the end of the way; undefined for nothing. */
export function valueAt(input: unknown, keys: readonly string[]): unknown {
  let value = ownValue(input, keys[0] as string);
  for (let index = 1; index < keys.length; index++) {
    if (Array.isArray(value)) return new EachValue(valuesOfElements(value, keys, index));
    value = ownValue(value, keys[index] as string);
  }
  return value;
}

/** Undefined for an element that has nothing there: an allow needs all of them. No deeper than the input, and no longer. */
function valuesOfElements(elements: readonly unknown[], keys: readonly string[], from: number): readonly unknown[] {
  let values = opened(elements);
  for (let index = from; index < keys.length; index++) {
    const isLast = index === keys.length - 1;
    const found: unknown[] = [];
    for (const element of values) {
      const value = ownValue(element, keys[index] as string);
      if (isLast || !Array.isArray(value)) found.push(value);
      else if (value.length === 0) found.push(undefined);
      else for (const inner of opened(value)) found.push(inner);
    }
    values = found;
  }
  return values;
}

/** With what stands in arrays inside, however deep. Each of these leaves an undefined: no allow is meant for such an array. */
function opened(elements: readonly unknown[]): readonly unknown[] {
  if (!elements.some(Array.isArray)) return elements;
  const found: unknown[] = [];
  const left: unknown[] = elements.toReversed();
  while (left.length > 0) {
    const next = left.pop();
    found.push(Array.isArray(next) ? undefined : next);
    if (Array.isArray(next)) for (let at = next.length - 1; at >= 0; at--) left.push(next[at]);
  }
  return found;
}

/** Own properties of objects alone: arrays are not indexed by key, and nothing is inherited. */
function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) {
    return undefined;
  }
  return (value as Readonly<Record<string, unknown>>)[key];
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

/**
 * For an index: the texts that lead to every rule that may match what `valueAt` has found. One of them leads to the rules for any
 * value, so where something stands that has no text, it is the empty one.
 */
export function textsOf(value: unknown): readonly string[] {
  const values = value instanceof EachValue ? value.values : [value];
  const texts = values
    .flatMap((each) => (Array.isArray(each) ? opened(each) : [each]))
    .flatMap((one) => scalarText(one) ?? []);
  return texts.length > 0 || values.every((each) => each === undefined) ? texts : [''];
}
