import type { PathToken } from '../types/glob.ts';

/** `[abc]`, `[a-z]`, `[!a]`, `[^a]`; a `]` in first place is itself. */
export function readClass(text: string, start: number): { token: PathToken; end: number } | null {
  let at = start + 1;
  const negated = text[at] === '!' || text[at] === '^';
  if (negated) at++;
  const ranges: [number, number][] = [];
  let first = true;
  while (at < text.length) {
    let low = text.codePointAt(at) as number;
    if (low === CLOSE && !first) {
      return { token: { kind: 'class', negated, ranges }, end: at + 1 };
    }
    first = false;
    if (low === BACKSLASH && at + 1 < text.length) low = text.codePointAt(++at) as number;
    at += low > 0xffff ? 2 : 1;
    let high = low;
    if (text[at] === '-' && at + 1 < text.length && text.codePointAt(at + 1) !== CLOSE) {
      at++;
      high = text.codePointAt(at) as number;
      if (high === BACKSLASH && at + 1 < text.length) high = text.codePointAt(++at) as number;
      at += high > 0xffff ? 2 : 1;
    }
    ranges.push([low, high]);
  }
  return null;
}

const CLOSE = 93;
const BACKSLASH = 92;
