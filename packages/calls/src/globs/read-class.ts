import type { PathToken } from '../types/glob.ts';
import { fail, ok, type Result } from '../types/result.ts';

type Range = readonly [low: number, high: number];

export type ClassProblem = { readonly message: string; readonly offset: number };

/** `[abc]`, `[a-z]`, `[!a]`, `[^a]`, `[[:alpha:]_]`; a `]` in first position is literal. */
export function readClass(text: string, start: number): Result<{ token: PathToken; end: number }, ClassProblem> {
  let at = start + 1;
  const negated = text[at] === '!' || text[at] === '^';
  if (negated) at++;
  const ranges: Range[] = [];
  let first = true;
  while (at < text.length) {
    let low = text.codePointAt(at) as number;
    if (low === CLOSE && !first) {
      return ok({ token: { kind: 'class', negated, ranges }, end: at + 1 });
    }
    first = false;
    const name = kindAt(text, at);
    if (name !== null) {
      const kind = KINDS.get(name);
      if (kind === undefined) return fail({ message: unknownKind(name), offset: at });
      ranges.push(...kind);
      at += name.length + '[::]'.length;
      continue;
    }
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
  return fail({ message: '`[` is never closed; write `\\[` for the character itself', offset: start });
}

const CLOSE = 93;
const BACKSLASH = 92;

/** The name in `[:name:]`. */
function kindAt(text: string, at: number): string | null {
  if (!text.startsWith('[:', at)) return null;
  return /^\[:([a-z]+):\]/.exec(text.slice(at, at + MAX_KIND_LENGTH))?.[1] ?? null;
}

const MAX_KIND_LENGTH = 24;

function unknownKind(name: string): string {
  return `\`[:${name}:]\` is no kind of character; write one of ${[...KINDS.keys()].join(', ')}`;
}

const DIGIT: readonly Range[] = ranges('09');
const UPPER: readonly Range[] = ranges('AZ');
const LOWER: readonly Range[] = ranges('az');

/** As in .gitignore, for ASCII only. */
const KINDS: ReadonlyMap<string, readonly Range[]> = new Map([
  ['alpha', [...UPPER, ...LOWER]],
  ['digit', DIGIT],
  ['alnum', [...DIGIT, ...UPPER, ...LOWER]],
  ['upper', UPPER],
  ['lower', LOWER],
  ['xdigit', ranges('09', 'AF', 'af')],
  ['word', ranges('09', 'AZ', '__', 'az')],
  ['punct', ranges('!/', ':@', '[`', '{~')],
  ['space', ranges('\t\r', '  ')],
  ['blank', ranges('\t\t', '  ')],
  ['graph', ranges('!~')],
  ['print', ranges(' ~')],
  ['cntrl', ranges('\0\x1f', '\x7f\x7f')],
]);

/** Each pair is the first and the last character of a range. */
function ranges(...pairs: readonly string[]): readonly Range[] {
  return pairs.map((pair): Range => [pair.charCodeAt(0), pair.charCodeAt(1)]);
}
