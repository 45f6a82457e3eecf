import { NO_SECRETS, type SecretSpan } from './secret-span.ts';
import {
  type Alphabet,
  ANY_BEGINNING,
  ANY_HINT,
  type TokenShape,
  tokenShapes,
  type WrittenShape,
  writtenShapes,
} from './token-shapes.ts';

/** Tokens that are recognised by their format, anywhere in the text. */
export function findTokens(text: string): readonly SecretSpan[] {
  const prefixed = findPrefixed(text);
  if (!ANY_HINT.test(text)) return prefixed;
  written ??= Object.values(writtenShapes());
  const hinted = written.filter(({ hint }) => text.includes(hint));
  return [...prefixed, ...hinted.flatMap((shape) => findByShape(text, shape))];
}

let written: readonly WrittenShape[] | null = null;

/** Examined text is skipped, or is shorter than its format requires: each character is examined a bounded number of times. */
function findPrefixed(text: string): readonly SecretSpan[] {
  ANY_BEGINNING.lastIndex = 0;
  let match = ANY_BEGINNING.exec(text);
  if (match === null) return NO_SECRETS;

  const found: SecretSpan[] = [];
  for (; match !== null; match = ANY_BEGINNING.exec(text)) {
    const start = match.index;
    const token = tokenAt(text, start);
    if (token !== null && (!token.withDigit || /\d/.test(text.slice(start + token.keep.length, token.end)))) {
      found.push({ start, end: token.end, keep: token.keep });
    }
    ANY_BEGINNING.lastIndex = token === null ? start + 1 : token.end;
  }
  return found;
}

type Token = { readonly end: number; readonly keep: string; readonly withDigit: boolean };

/** Null if it isn't a token, or is too short for one. */
function tokenAt(text: string, start: number): Token | null {
  const candidates = shapesByBeginning().get(text.slice(start, start + 2));
  const shape = candidates?.find(({ prefix }) => text.startsWith(prefix, start));
  if (shape === undefined) return null;
  const { prefix: keep, alphabet, atLeast, withDigit = false } = shape;
  const end = endOfRun(text, start + keep.length, RUNS[alphabet]);
  return end - start - keep.length >= atLeast ? { end, keep, withDigit } : null;
}

function endOfRun(text: string, from: number, run: RegExp): number {
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}

function findByShape(text: string, { pattern }: WrittenShape): SecretSpan[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: whole, 1: keep = '' }) => ({
    start: index,
    end: index + whole.length,
    keep,
  }));
}

const RUNS: Readonly<Record<Alphabet, RegExp>> = {
  alnum: /[A-Za-z0-9]*/y,
  upper: /[A-Z0-9]*/y,
  hex: /[0-9a-f]*/y,
  word: /[\w-]*/y,
  base64: /[\w+/=-]*/y,
  dotted: /[\w.-]*/y,
};

type PrefixedShape = TokenShape & { readonly prefix: string };

/**
 * By their first two characters, the longest prefix first: `sk-ant-` before `sk-`. Created for the first text that may contain
 * one.
 */
function shapesByBeginning(): ReadonlyMap<string, readonly PrefixedShape[]> {
  byBeginning ??= sortedShapes();
  return byBeginning;
}

let byBeginning: ReadonlyMap<string, readonly PrefixedShape[]> | null = null;

function sortedShapes(): ReadonlyMap<string, readonly PrefixedShape[]> {
  const shapes = new Map<string, PrefixedShape[]>();
  for (const shape of Object.values(tokenShapes())) {
    for (const prefix of shape.prefixes) {
      const two = prefix.slice(0, 2);
      const others = shapes.get(two) ?? [];
      others.push({ ...shape, prefix });
      shapes.set(two, others);
    }
  }
  for (const same of shapes.values()) same.sort((one, other) => other.prefix.length - one.prefix.length);
  return shapes;
}
