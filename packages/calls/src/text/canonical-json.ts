import { fail, ok, type Result } from '../types/result.ts';

/**
 * Equal values have equal texts: keys in order of their UTF-16 units, no blanks (RFC 8785). Anything JSON can't represent without
 * loss (NaN, BigInt, cycles, lone surrogates, class instances …) is a failure, never an approximation: two values must not share
 * a text.
 */
export function canonicalJson(value: unknown): Result<string, string> {
  try {
    return ok(write(value, []));
  } catch (error) {
    // Besides our own errors: getters and proxies may throw.
    return fail(error instanceof NotJson ? error.message : 'it cannot be read');
  }
}

class NotJson extends Error {}

/** Far deeper than any normal input, far shallower than the stack. */
const MAX_DEPTH = 500;

function write(value: unknown, ancestors: readonly object[]): string {
  switch (typeof value) {
    case 'string':
      return writeText(value);
    case 'number':
      if (!Number.isFinite(value)) throw new NotJson(`${value} is no JSON number`);
      return JSON.stringify(value);
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : writeObject(value, ancestors);
    case 'undefined':
    case 'bigint':
    case 'function':
    case 'symbol':
      throw new NotJson(`a value of type ${typeof value} is no JSON`);
  }
}

function writeText(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new NotJson('a text holds half a character');
  return JSON.stringify(text);
}

function writeObject(value: object, ancestors: readonly object[]): string {
  if (ancestors.includes(value)) throw new NotJson('it contains itself');
  if (ancestors.length === MAX_DEPTH) throw new NotJson('it is nested too deeply');
  const inside = [...ancestors, value];
  if (Array.isArray(value)) return `[${Array.from(value, (element) => write(element, inside)).join(',')}]`;

  if (!isPlain(value)) throw new NotJson('it holds something else than plain objects and arrays');
  const members = Object.keys(value)
    .sort()
    .map((key) => [key, (value as Readonly<Record<string, unknown>>)[key]] as const)
    // JSON omits properties that are undefined.
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${writeText(key)}:${write(member, inside)}`);
  return `{${members.join(',')}}`;
}

/** Created by a literal or by JSON.parse, in any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
