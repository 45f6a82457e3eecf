import { isTable } from '../documents/table.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import type { TextMap } from './settings.ts';

/** A top-level domain alone is no host, and a wildcard must not cover one. */
const HOST_NAME = /^(?:localhost|(?:\*\.)?(?:[A-Za-z0-9_-]+\.)+[A-Za-z0-9-]+)$/;

/** The kind of value that a key takes. */
export type ValueKind<Value> = {
  /** For messages: `expected …`. */
  readonly expected: string;
  /** The same as JSON Schema, as far as that can express it. */
  readonly schema: JsonSchema;
  /** Undefined if the value is of another kind. */
  readonly read: (value: unknown) => Value | undefined;
};

export const TEXT: ValueKind<string> = {
  expected: 'text in quotes, and not empty',
  schema: { type: 'string', pattern: '\\S' },
  read: (value) => (isText(value) && value.trim() !== '' ? value : undefined),
};

export const BOOLEAN: ValueKind<boolean> = {
  expected: 'true or false',
  schema: { type: 'boolean' },
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

export const TEXTS: ValueKind<readonly string[]> = {
  expected: 'a list of texts in quotes',
  schema: { type: 'array', items: { type: 'string' } },
  read: (value) => (Array.isArray(value) && value.every(isText) ? value : undefined),
};

export const TEXT_MAP: ValueKind<TextMap> = {
  expected: 'a table of texts: { NAME = "value" }',
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  read: (value) => {
    if (!isTable(value)) return undefined;
    const entries = Object.entries(value);
    return entries.every((entry): entry is [string, string] => isText(entry[1])) ? new Map(entries) : undefined;
  },
};

/** Never shown in a message: the user may have put the secret itself there. */
export const VARIABLE_NAME: ValueKind<string> = {
  expected: 'the name of an environment variable, such as "MY_API_KEY"',
  schema: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
  read: (value) => (isText(value) && /^[A-Za-z_]\w*$/.test(value) ? value : undefined),
};

export const HTTP_URL: ValueKind<string> = {
  expected: 'an http or https url without a user or a password in it',
  schema: { type: 'string', pattern: '^\\s*[hH][tT][tT][pP][sS]?:' },
  read: (value) => (isText(value) && isHttpUrl(value) ? value : undefined),
};

export const FILE_PATH: ValueKind<string> = {
  expected: 'the path of a file, absolute or below "~/"',
  schema: { type: 'string', pattern: '^(?:/|~/)[\\s\\S]*[^/]$' },
  read: (value) => (isText(value) && /^(?:\/|~\/)[\s\S]*[^/]$/.test(value) ? value : undefined),
};

export const HOST_NAMES: ValueKind<readonly string[]> = {
  expected: 'a list of host names without a scheme or a port, such as ["api.example.com", "*.example.org"]',
  schema: { type: 'array', minItems: 1, items: { type: 'string', pattern: HOST_NAME.source } },
  read: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((host) => isText(host) && HOST_NAME.test(host))
      ? value
      : undefined,
};

export const ONE_GROUP: ValueKind<string> = {
  expected: 'a regular expression with a group around the secret, such as "token=(\\S+)"',
  schema: { type: 'string', pattern: '\\(' },
  read: (value) => (isText(value) && groupsIn(value) > 0 ? value : undefined),
};

export function whole(least: number, most: number): ValueKind<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    schema: { type: 'integer', minimum: least, maximum: most },
    read: (value) => (isWhole(value) && value >= least && value <= most ? value : undefined),
  };
}

export function oneOf<Choice extends string>(...choices: readonly Choice[]): ValueKind<Choice> {
  return {
    expected: choices.map((choice) => `"${choice}"`).join(', '),
    schema: { type: 'string', enum: choices },
    read: (value) => choices.find((choice) => choice === value),
  };
}

/** -1 if it's not a regular expression. */
function groupsIn(expression: string): number {
  try {
    // With an empty alternative it matches the empty text, and the match has a place for each group.
    return (new RegExp(`${expression}|`).exec('')?.length ?? 0) - 1;
  } catch {
    return -1;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
