/**
 * Translates an offset into a text value to the offset in its quoted source, from the opening quote. Only for source that a
 * parser has accepted: TOML strings of all four kinds, and JSON strings.
 */
export function quotedOffset(quoted: string, offset: number): number {
  const quote = quoted[0] as string;
  const multiline = quoted.startsWith(quote.repeat(3)) && quoted.length >= 6;
  let at = multiline ? 3 : 1;
  // A line end right after the opening quotes is not part of the value.
  if (multiline) at += /^\r?\n/.exec(quoted.slice(at, at + 2))?.[0].length ?? 0;
  if (quote === "'") return Math.min(at + offset, quoted.length);

  for (let left = offset; left > 0 && at < quoted.length; ) {
    const { width, value } = readUnit(quoted, at);
    at += width;
    left -= value;
  }
  return Math.min(at, quoted.length);
}

/** One character or escape: its width in the source and in the value. */
function readUnit(quoted: string, at: number): { width: number; value: number } {
  if (quoted[at] !== '\\') return { width: 1, value: 1 };
  switch (quoted[at + 1]) {
    case 'x':
      return { width: 4, value: 1 };
    case 'u':
      return { width: 6, value: 1 };
    case 'U':
      return { width: 10, value: Number.parseInt(quoted.slice(at + 2, at + 10), 16) > 0xffff ? 2 : 1 };
  }
  LINE_FOLD.lastIndex = at;
  return LINE_FOLD.test(quoted) ? { width: LINE_FOLD.lastIndex - at, value: 0 } : { width: 2, value: 1 };
}

const LINE_FOLD = /\\[ \t]*\r?\n[ \t\r\n]*/y;
