import { isTable } from '../rules/table.ts';
import type { TextMap } from './settings.ts';

/** What may stand behind a key. */
export type ValueKind<Value> = {
  /** For messages: `expected …`. */
  readonly expected: string;
  /** Undefined when it is something else. */
  readonly read: (value: unknown) => Value | undefined;
};

export const TEXT: ValueKind<string> = {
  expected: 'text in quotes, and not empty',
  read: (value) => (isText(value) && value.trim() !== '' ? value : undefined),
};

export const BOOLEAN: ValueKind<boolean> = {
  expected: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

export const TEXTS: ValueKind<readonly string[]> = {
  expected: 'a list of texts in quotes',
  read: (value) => (Array.isArray(value) && value.every(isText) ? value : undefined),
};

export const TEXT_MAP: ValueKind<TextMap> = {
  expected: 'a table of texts: { NAME = "value" }',
  read: (value) => {
    if (!isTable(value)) return undefined;
    const entries = Object.entries(value);
    return entries.every((entry): entry is [string, string] => isText(entry[1])) ? new Map(entries) : undefined;
  },
};

/** Never shown in a message: somebody may have put the secret itself there. */
export const VARIABLE_NAME: ValueKind<string> = {
  expected: 'the name of an environment variable, such as "MY_API_KEY"',
  read: (value) => (isText(value) && /^[A-Za-z_]\w*$/.test(value) ? value : undefined),
};

export const HTTP_URL: ValueKind<string> = {
  expected: 'an http or https url without a user or a password in it',
  read: (value) => (isText(value) && isHttpUrl(value) ? value : undefined),
};

export function whole(least: number, most: number): ValueKind<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    read: (value) => (isWhole(value) && value >= least && value <= most ? value : undefined),
  };
}

export function oneOf<Choice extends string>(...choices: readonly Choice[]): ValueKind<Choice> {
  return {
    expected: choices.map((choice) => `"${choice}"`).join(', '),
    read: (value) => choices.find((choice) => choice === value),
  };
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
