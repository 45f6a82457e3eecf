/** How many `#` comments a TOML text has. One pass without a parser, because the file may be long. */
export function countComments(text: string): number {
  const starts = /["'#]/g;
  let count = 0;
  for (let found = starts.exec(text); found !== null; found = starts.exec(text)) {
    const [sign] = found;
    if (sign === '#') count++;
    starts.lastIndex = sign === '#' ? endAt(text.indexOf('\n', found.index), text) : endOfText(text, found.index, sign);
  }
  return count;
}

/** The offset after the quoted text that starts at `start`. */
function endOfText(text: string, start: number, quote: string): number {
  const long = quote.repeat(3);
  if (!text.startsWith(long, start)) return closing(text, start + 1, quote);
  const end = closing(text, start + 3, long);
  // A multi-line string may end in quotes that belong to its content.
  return end + (/^["']{0,2}/.exec(text.slice(end, end + 2))?.[0] ?? '').length;
}

function closing(text: string, start: number, quotes: string): number {
  if (quotes.startsWith("'")) return endAt(text.indexOf(quotes, start), text) + quotes.length;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(quotes, at)) return at + quotes.length;
  }
  return text.length;
}

function endAt(found: number, text: string): number {
  return found === -1 ? text.length : found;
}
