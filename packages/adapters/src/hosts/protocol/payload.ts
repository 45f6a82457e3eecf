import type { Result } from '@caliban/calls';
import { fail, isRecord, ok } from '@caliban/calls/types';

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

/** The tool that a payload names. One with a name longer than any host can give is refused, because every part of it may be read. */
export function toolNameIn(payload: unknown, field: string): Result<string, string> {
  const tool = textOf(payload, field);
  if (tool === undefined) return fail('the payload names no tool');
  if (tool.length > MAX_NAME_LENGTH) return fail(`the tool has a name of more than ${MAX_NAME_LENGTH} characters`);
  return ok(tool);
}

/** Providers take 64 to 128. */
const MAX_NAME_LENGTH = 500;
