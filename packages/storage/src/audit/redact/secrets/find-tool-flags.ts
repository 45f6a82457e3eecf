import { NO_SECRETS, type SecretSpan } from '@caliban/calls/text';
import { ANY_FLAG, TOOL_FLAGS, type ToolFlag } from '../data/tool-flags.ts';
import { pastQuote, readWord, SHELL_WORD, type Stretch } from './read-value.ts';
import { isHarmlessValue } from './secret-value.ts';

/** Passwords in short flags, for programs known to use them that way: `mysql -psecret`, `curl -u me:secret`. */
export function findToolFlags(text: string): readonly SecretSpan[] {
  if (!ANY_FLAG.test(text)) return NO_SECRETS;
  programs ??= allPrograms();
  const { any, flagsOf } = programs;
  const found: SecretSpan[] = [];
  any.lastIndex = 0;
  for (let match = any.exec(text); match !== null; match = any.exec(text)) {
    const { words, end } = readArguments(text, any.lastIndex);
    any.lastIndex = end;
    const texts = words.map(({ start, end }) => text.slice(start, end));
    for (const rule of flagsOf.get(match[0]) as readonly ToolFlag[]) {
      if (rule.under !== undefined && !texts.includes(rule.under)) continue;
      for (const value of valuesOf(rule, words, texts)) {
        const secret = secretPart(text, value, rule.after);
        if (secret !== null) found.push({ ...secret, keep: '' });
      }
    }
  }
  return found;
}

type Programs = { readonly any: RegExp; readonly flagsOf: ReadonlyMap<string, readonly ToolFlag[]> };

let programs: Programs | null = null;

function allPrograms(): Programs {
  const names = TOOL_FLAGS.flatMap(({ tools }) => tools);
  const flagsOf = new Map(names.map((tool) => [tool, TOOL_FLAGS.filter(({ tools }) => tools.includes(tool))]));
  return { any: new RegExp(`(?<![\\w.=-])(?:${[...flagsOf.keys()].join('|')})(?=[ \\t])`, 'g'), flagsOf };
}

/** The words up to the end of the command. */
function readArguments(text: string, from: number): { readonly words: readonly Stretch[]; readonly end: number } {
  const words: Stretch[] = [];
  let at = from;
  for (;;) {
    BLANKS.lastIndex = at;
    BLANKS.test(text);
    at = BLANKS.lastIndex;
    const word = readWord(text, at, SHELL_WORD);
    if (word.end === at) return { words, end: Math.max(at, from) };
    words.push(word);
    // Skips the closing quote, which isn't part of the word.
    at = word.start > at ? pastQuote(text, word.end) : word.end;
  }
}

const BLANKS = /(?:[ \t]|\\\r?\n)*/y;

function valuesOf(rule: ToolFlag, words: readonly Stretch[], texts: readonly string[]): readonly Stretch[] {
  const { flags, value } = rule;
  return words.flatMap((word, index) => {
    const bundled = bundledBefore(texts[index] as string, rule);
    const written = bundled === 0 ? (texts[index] as string) : `-${(texts[index] as string).slice(1 + bundled)}`;
    const flag = flags.find((name) => written.startsWith(name));
    if (flag === undefined) return [];
    if (value === 'last') return words.slice(Math.max(index + 1, words.length - 1));
    if (written === flag) return value === 'attached' ? [] : words.slice(index + 1, index + 2);
    const start = word.start + bundled + flag.length + (written.charAt(flag.length) === '=' ? 1 : 0);
    return value === 'spaced' || flag.startsWith('--') !== written.startsWith(`${flag}=`)
      ? []
      : [{ start, end: word.end }];
  });
}

/** How many letters precede the flag's letter: one in `-su`. */
function bundledBefore(written: string, { bundledWith }: ToolFlag): number {
  if (bundledWith === undefined || !/^-[^-]/.test(written)) return 0;
  let letters = 0;
  while (letters + 1 < written.length && bundledWith.includes(written.charAt(1 + letters))) letters++;
  return letters;
}

function secretPart(text: string, value: Stretch, after: string | undefined): Stretch | null {
  const written = text.slice(value.start, value.end);
  const found = after === undefined ? 0 : written.indexOf(after);
  if (found === -1) return null;
  const offset = found + (after ?? '').length;
  const secret = written.slice(offset);
  const isSafe = isHarmlessValue(secret, 'password') || /^["']?\$[\w{(]/.test(secret);
  return isSafe ? null : { start: value.start + offset, end: value.end };
}
