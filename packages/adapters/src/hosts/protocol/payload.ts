import type { Result } from '@caliban/calls';
import { fail, isRecord, ok } from '@caliban/calls/types';

/** An object from outside, not validated yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads own properties only, so `constructor` is a field like any other. */
export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A non-empty text field; anything else is treated as missing. */
export function textOf(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Some hosts send an object as JSON text. A text that doesn't parse stays a text. */
export function parsedInput(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/**
 * The tool name in a payload. A name longer than any host can produce is refused, because every possible split of it may have to
 * be judged.
 */
export function toolNameIn(payload: unknown, field: string): Result<string, string> {
  const tool = textOf(payload, field);
  if (tool === undefined) return fail('the payload names no tool');
  if (tool.length > MAX_NAME_LENGTH) return fail(`the tool has a name of more than ${MAX_NAME_LENGTH} characters`);
  return ok(tool);
}

/** Providers accept 64 to 128. */
const MAX_NAME_LENGTH = 500;
