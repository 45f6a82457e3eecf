/** A stretch of a text, without the quotes around it. */
export type Stretch = { readonly start: number; readonly end: number };

/** The content of the quotes at this offset. The quotes may be escaped if the text is itself inside a string. */
export function readQuoted(text: string, at: number): Stretch | null {
  const open = matchAt(OPENING, text, at);
  if (open === null) return null;
  const start = at + open.length;
  const escapes = open.length - 1 - open.search(/[\\"'`]/);
  const end = closingQuote(text, start, open.charAt(open.length - 1), escapes);
  return { start, end };
}

/** A word as a shell reads it, up to a stop character or the quote that closes the string around it. */
export function readWord(text: string, at: number, stops: RegExp): Stretch {
  const quoted = readQuoted(text, at);
  if (quoted !== null && !opensWord(text, quoted.end) && !isContinued(text, quoted.end)) return quoted;
  let end = quoted === null ? at : pastQuote(text, quoted.end);
  for (;;) {
    end += matchAt(stops, text, end)?.length ?? 0;
    const quote = matchAt(QUOTE, text, end);
    if (quote !== null && end > at && opensWord(text, end)) {
      end = pastQuote(text, closingQuote(text, end + quote.length, quote.at(-1) as string, quote.length - 1));
    } else if (quote === null && matchAt(/\\[^nrt\s]/y, text, end) !== null) end += 2;
    else return { start: at, end };
  }
}

/** Whether the quote at this offset closes one opened before `start`, so that no value begins with it: `echo 'token:'; make`. */
export function closesQuote(text: string, at: number, start: number): boolean {
  const quote = matchAt(QUOTE, text, at);
  if (quote === null || opensWord(text, at)) return false;
  const opened = start === 0 ? -1 : text.lastIndexOf(quote.charAt(quote.length - 1), start - 1);
  return opened !== -1 && /[\s([{=,:;|&<>"'`]|^$/.test(text.charAt(opened - backslashesBefore(text, opened, 0) - 1));
}

/** Characters that a word may contain without quotes or backslashes. */
export const SHELL_WORD: RegExp = /[^\s;&|<>()"'`\\]+/y;
export const QUERY_VALUE: RegExp = /[^\s&#;<>()"'`\\]+/y;
export const PLAIN_VALUE: RegExp = /[^\s,;&|<>(){}[\]"'`\\]+/y;
export const REST_OF_LINE: RegExp = /[^\r\n"'`\\]+/y;

export function matchAt(sticky: RegExp, text: string, at: number): string | null {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? null;
}

/** Quotes may be escaped if the text is itself inside a string. */
const QUOTE = /\\*["'`]/y;

/** The offset after the quote at this offset, if there is one. */
export function pastQuote(text: string, at: number): number {
  return at + (matchAt(QUOTE, text, at)?.length ?? 0);
}

/** Some languages put a letter or two before a quote; texts inside texts put backslashes. */
const OPENING = /[bBfFrRuU$@]{0,2}\\*["'`]/y;

/** Without a closing quote, everything to the end is redacted, which keeps the search linear. */
function closingQuote(text: string, from: number, quote: string, escapes: number): number {
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 1)) {
    const backslashes = backslashesBefore(text, at, from);
    if (escapes === 0 ? backslashes % 2 === 0 : backslashes <= escapes) return at - (escapes === 0 ? 0 : backslashes);
  }
  return text.length;
}

function backslashesBefore(text: string, at: number, from: number): number {
  let first = at;
  while (first > from && text.charAt(first - 1) === '\\') first--;
  return at - first;
}

/**
 * A closing quote is followed by a blank or the end; an opening quote, or one that closes inside a word, is followed by more of
 * the word.
 */
function opensWord(text: string, quoteAt: number): boolean {
  const after = pastQuote(text, quoteAt);
  return after < text.length && !/[\s,;:&|<>(){}[\]"'`\\+]/.test(text.charAt(after));
}

/** `"one""two"` and `"one"'two'` are one word. A quote that isn't closed before a blank belongs to a string around the word. */
function isContinued(text: string, quoteAt: number): boolean {
  return matchAt(CONTINUED, text, quoteAt) !== null && opensWord(text, pastQuote(text, quoteAt));
}

const CONTINUED = /(\\*["'])(?:\1|"(?=[^\s"'\\]{1,256}")|'(?=[^\s"'\\]{1,256}'))/y;
