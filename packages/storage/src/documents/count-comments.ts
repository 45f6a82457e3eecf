/** How many `#` comments a text that is TOML has. One pass, without a parser: the file may be long. */
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

/** Behind the quoted text that starts there. */
function endOfText(text: string, start: number, quote: string): number {
  const long = quote.repeat(3);
  if (!text.startsWith(long, start)) return closing(text, start + 1, quote);
  const end = closing(text, start + 3, long);
  // A long text may end in quotes of its own.
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
