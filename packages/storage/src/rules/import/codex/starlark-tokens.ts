import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { LineTable } from '../../../documents/places.ts';
import type { ImportProblem } from '../imported.ts';

export type StarlarkToken = { readonly text: string; readonly line: number; readonly column: number } & (
  | { readonly kind: 'name' | 'mark' | 'computed' | 'end' }
  | { readonly kind: 'string'; readonly value: string }
);

/** Names, texts and punctuation. `end` marks the end of a statement, never inside brackets. */
export function tokenize(text: string): Result<readonly StarlarkToken[], ImportProblem> {
  const lines = new LineTable(text);
  const tokens: StarlarkToken[] = [];
  const open: number[] = [];
  const problem = (message: string, at: number) =>
    fail({ message: `not valid rules: ${message}`, ...lines.placeOf(at) });
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string;
    const place = lines.placeOf(at);
    if (character === '#') {
      at = endOfLine(text, at);
    } else if (character === '\n' || character === ';') {
      if (open.length === 0) tokens.push({ kind: 'end', text: character, ...place });
      at++;
    } else if (' \t\r\\'.includes(character)) {
      at++;
    } else if (isQuote(text, at)) {
      const string = readString(text, at);
      if (string === null) return problem('a text is never closed', at);
      const written = { text: text.slice(at, string.end), ...place };
      tokens.push(
        string.plain ? { kind: 'string', value: string.value, ...written } : { kind: 'computed', ...written },
      );
      at = string.end;
    } else if (/[A-Za-z_]/.test(character)) {
      const end = endOfWord(text, at);
      tokens.push({ kind: 'name', text: text.slice(at, end), ...place });
      at = end;
    } else {
      if ('([{'.includes(character)) open.push(at);
      if (')]}'.includes(character) && open.pop() === undefined)
        return problem(`\`${character}\` was never opened`, at);
      tokens.push({ kind: 'mark', text: character, ...place });
      at++;
    }
  }
  const unclosed = open[0];
  return unclosed === undefined ? ok(tokens) : problem(`\`${text[unclosed]}\` is never closed`, unclosed);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && /\w/.test(text[end] as string)) end++;
  return end;
}

/** `"…"`, `'…'`, tripled or not, with or without a prefix letter. */
function isQuote(text: string, at: number): boolean {
  return /["']/.test(text[at] as string) || (/[rRbBfF]/.test(text[at] as string) && /["']/.test(text[at + 1] ?? ''));
}

/** `plain`: false for a text that would have to be computed (`f"…"`) or isn't text (`b"…"`). */
function readString(text: string, start: number): { value: string; end: number; plain: boolean } | null {
  const prefix = /["']/.test(text[start] as string) ? '' : (text[start] as string).toLowerCase();
  const quote = text[start + prefix.length] as string;
  const delimiter = text.startsWith(quote.repeat(3), start + prefix.length) ? quote.repeat(3) : quote;
  const pieces: string[] = [];
  let at = start + prefix.length + delimiter.length;
  while (!text.startsWith(delimiter, at)) {
    const character = text[at];
    if (character === undefined || (character === '\n' && delimiter.length === 1)) return null;
    const escaped = character === '\\' ? readEscape(text, at, prefix === 'r') : { value: character, end: at + 1 };
    pieces.push(escaped.value);
    at = escaped.end;
  }
  return { value: pieces.join(''), end: at + delimiter.length, plain: prefix === '' || prefix === 'r' };
}

function readEscape(text: string, at: number, raw: boolean): { value: string; end: number } {
  const next = text[at + 1] ?? '';
  if (raw) return { value: `\\${next}`, end: at + 1 + next.length };
  const code = /^(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4}))/.exec(text.slice(at + 1, at + 6));
  if (code !== null) {
    const value = String.fromCharCode(Number.parseInt(code[1] ?? (code[2] as string), 16));
    return { value, end: at + 1 + code[0].length };
  }
  return { value: ESCAPES[next] ?? `\\${next}`, end: at + 1 + next.length };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '\n': '',
};
