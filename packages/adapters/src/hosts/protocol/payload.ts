import { isRecord } from '@caliban/gate/internal/types/json';

/** Somebody else's object; nothing about it is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** An own field; nothing is inherited, so `constructor` is a field like any other. */
export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A field that is a text with something in it; else it counts as missing. */
export function textOf(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Some hosts send an object as its JSON text. What does not parse stays the text it is. */
export function parsedInput(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
