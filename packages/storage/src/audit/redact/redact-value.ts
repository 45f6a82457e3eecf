import { cutMiddle } from '@caliban/calls/text';
import { REDACTED, redact } from './redact.ts';
import { redactNamed } from './redact-named.ts';
import { isSecretName } from './secrets/secret-name.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type RedactedValue = {
  readonly value: Json;
  readonly secrets: readonly string[];
  /** Something was left out because of its length, depth or number. */
  readonly cut: boolean;
};

/**
 * A plain copy that is safe to log: secrets are removed from texts and from fields whose name marks them as secret. Accepts any
 * value, JSON or not, and does a bounded amount of work: what wouldn't fit into the log isn't examined.
 */
export function redactValue(value: unknown): RedactedValue {
  const walk: Walk = { secrets: [], members: MAX_MEMBERS, characters: MAX_CHARACTERS, cut: false };
  const copied = copyOrLeaveOut(value, walk);
  return { value: copied, secrets: walk.secrets, cut: walk.cut };
}

/** Each limit is far more than fits into a line of the log. */
const MAX_MEMBERS = 4_096;
const MAX_CHARACTERS = 512 * 1024;
const MAX_DEPTH = 64;

/**
 * A longer text is examined in two windows. Only the outer end of each can reach the log, so a secret cut in two by a window is
 * never logged.
 */
const WINDOW = 64 * 1024;
const MAX_TEXT_LENGTH = 8 * 1024;

type Walk = { readonly secrets: string[]; members: number; characters: number; cut: boolean };

/** `name`: the name of this value, if that name makes the value a secret. */
type Place = { readonly walk: Walk; readonly depth: number; readonly name: string | null };

/** A value that isn't JSON may throw when it is read. */
function copyOrLeaveOut(value: unknown, walk: Walk): Json {
  try {
    return copy(value, { walk, depth: 0, name: null });
  } catch {
    return leftOut(walk);
  }
}

function copy(value: unknown, place: Place): Json {
  const { walk, depth, name } = place;
  switch (typeof value) {
    case 'string':
      return copyText(value, place);
    case 'number':
    case 'bigint':
      if (name !== null) return REDACTED;
      return typeof value === 'number' && Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (depth === MAX_DEPTH || walk.members <= 0) return leftOut(walk);
      return Array.isArray(value) ? copyArray(value, place) : copyObject(value, place);
    case 'undefined':
    case 'function':
    case 'symbol':
      return null;
  }
}

function copyText(text: string, { walk, name }: Place): string {
  if (text.length <= SHORT) return redactText(text, name, walk);

  walk.characters -= Math.min(text.length, 2 * WINDOW);
  if (walk.characters < 0) return leftOut(walk);
  if (text.length <= 2 * WINDOW) return shorten(redactText(text, name, walk), walk);
  const head = redactText(text.slice(0, WINDOW), name, walk).slice(0, MAX_TEXT_LENGTH);
  const tail = redactText(text.slice(-WINDOW), name, walk).slice(-MAX_TEXT_LENGTH);
  return shorten(`${head} […${text.length - 2 * MAX_TEXT_LENGTH} characters…] ${tail}`, walk);
}

const SHORT = 256;
const MIN_TOKEN_LENGTH = 15;

function redactText(text: string, name: string | null, walk: Walk): string {
  const redacted = name === null ? redact(text) : redactNamed(name, text);
  for (const secret of redacted.secrets) walk.secrets.push(secret);
  return redacted.text;
}

function shorten(text: string, walk: Walk): string {
  const { text: shortened, cut } = cutMiddle(text, MAX_TEXT_LENGTH);
  walk.cut ||= cut;
  return shortened;
}

function copyArray(array: readonly unknown[], { walk, depth, name }: Place): Json {
  const copied: Json[] = [];
  for (let index = 0; index < array.length; index++) {
    if (walk.members-- <= 0) {
      copied.push(leftOut(walk));
      break;
    }
    copied.push(copy(array[index], { walk, depth: depth + 1, name: name ?? flagBefore(array, index) }));
  }
  return copied;
}

/** `["--token", "abc"]` */
function flagBefore(array: readonly unknown[], index: number): string | null {
  const before = array[index - 1];
  if (typeof before !== 'string' || !/^--?[A-Za-z][\w-]{1,64}$/.test(before)) return null;
  const flag = before.replace(/^-+/, '');
  return isSecretName(flag, 'flag') ? flag : null;
}

function copyObject(object: object, { walk, depth, name }: Place): Json {
  const copied: Record<string, Json> = {};
  for (const key of Object.keys(object)) {
    if (walk.members-- <= 0) {
      define(copied, '…', leftOut(walk));
      break;
    }
    const member = readMember(object, key);
    if (member === undefined) continue;
    const secretName = name ?? (isSecretName(key, 'field') ? key : namedBeside(object, key));
    const shownKey = key.length < MIN_TOKEN_LENGTH ? key : copyText(key, { walk, depth, name: null });
    define(copied, shownKey, copy(member, { walk, depth: depth + 1, name: secretName }));
  }
  return copied;
}

/** `{"name": "API_KEY", "value": "abc"}` */
function namedBeside(object: object, key: string): string | null {
  if (key !== 'value') return null;
  for (const field of ['name', 'key', 'header']) {
    const name = readMember(object, field);
    if (typeof name === 'string' && isSecretName(name, 'field')) return name;
  }
  return null;
}

function readMember(object: object, key: string): unknown {
  try {
    return Object.hasOwn(object, key) ? (object as Readonly<Record<string, unknown>>)[key] : undefined;
  } catch {
    return undefined;
  }
}

function define(object: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

function leftOut(walk: Walk): string {
  walk.cut = true;
  return '[…left out…]';
}
