import {
  type Alphabet,
  TOKEN_SHAPES,
  type TokenShape,
  WRITTEN_SHAPES,
  type WrittenShape,
} from '../redactions/token-shapes.ts';
import type { SecretSpan } from './secret-span.ts';

/** Tokens that give themselves away by their shape, wherever they stand. */
export function findTokens(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  LONG_RUN.lastIndex = 0;
  for (let match = LONG_RUN.exec(text); match !== null; match = LONG_RUN.exec(text)) {
    findInRun(text, match.index, LONG_RUN.lastIndex, found);
  }
  for (const shape of SHAPES) if (text.includes(shape.hint)) found.push(...findByShape(text, shape));
  return found;
}

/** No token is shorter, and most texts hold no run as long as that. */
const LONG_RUN = /[\w+/=.~-]{15,}/g;

/**
 * A token begins where no letter or digit stands before it. What was looked at is skipped, or is shorter than its shape asks for:
 * each character is looked at a bounded number of times.
 */
function findInRun(text: string, from: number, to: number, found: SecretSpan[]): void {
  for (let at = from; at < to; ) {
    const shape = isBoundary(text, at) ? shapeAt(text, at) : null;
    const end = shape === null ? at : endOfRun(text, at + shape.prefix.length, RUNS[shape.alphabet]);
    if (shape !== null && end - at - shape.prefix.length >= shape.atLeast) {
      if (!shape.withDigit || /\d/.test(text.slice(at + shape.prefix.length, end))) {
        found.push({ start: at, end, keep: shape.prefix });
      }
      at = end;
    } else at = nextBoundary(text, at + 1, to);
  }
}

type PrefixedShape = TokenShape & { readonly prefix: string };

function shapeAt(text: string, at: number): PrefixedShape | null {
  const candidates = shapesByBeginning().get(text.slice(at, at + 2));
  return candidates?.find(({ prefix }) => text.startsWith(prefix, at)) ?? null;
}

function isBoundary(text: string, at: number): boolean {
  return at === 0 || !isAlphanumeric(text.charCodeAt(at - 1));
}

function nextBoundary(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isAlphanumeric(text.charCodeAt(at - 1))) at++;
  return at;
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
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

const SHAPES = Object.values(WRITTEN_SHAPES);

const RUNS: Readonly<Record<Alphabet, RegExp>> = {
  alnum: /[A-Za-z0-9]*/y,
  upper: /[A-Z0-9]*/y,
  hex: /[0-9a-f]*/y,
  word: /[\w-]*/y,
  base64: /[\w+/=-]*/y,
  dotted: /[\w.-]*/y,
};

/** Under their first two characters, the longest prefix first: `sk-ant-` before `sk-`. Made with the first run that is long enough. */
function shapesByBeginning(): ReadonlyMap<string, readonly PrefixedShape[]> {
  byBeginning ??= sortedShapes();
  return byBeginning;
}

let byBeginning: ReadonlyMap<string, readonly PrefixedShape[]> | null = null;

function sortedShapes(): ReadonlyMap<string, readonly PrefixedShape[]> {
  const shapes = new Map<string, PrefixedShape[]>();
  for (const shape of Object.values(TOKEN_SHAPES)) {
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
