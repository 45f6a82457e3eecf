/**
 * The addresses in a text for people. Anything between blanks with a scheme in it counts, from each scheme on: two that are run
 * together count as both. Beside it stands what a reader takes for the address, who sees where the sentence goes on.
 */
export function addressesIn(prompt: string): readonly string[] {
  return prompt
    .split(/\s+/)
    .filter((word) => word.includes('://'))
    .flatMap((word) => {
      const starts = schemeStarts(word);
      return starts.flatMap((start, index) => [word.slice(start), ...asRead(word.slice(start, starts[index + 1]))]);
    });
}

/** Searched from the end: trying every letter as the start of a scheme would be quadratic in a long word. */
function schemeStarts(word: string): readonly number[] {
  const starts: number[] = [];
  for (let end = word.indexOf('://'); end !== -1; end = word.indexOf('://', end + 1)) {
    let start = end;
    for (let at = end - 1; at >= 0 && SCHEME.test(word.charAt(at)); at--) if (LETTER.test(word.charAt(at))) start = at;
    if (start < end) starts.push(start);
  }
  return starts;
}

const SCHEME = /[a-z\d+.-]/i;
const LETTER = /[a-z]/i;

/** Up to what cannot stand in a host, or behind one to where a quote or bracket around it closes; nothing without a host. */
function asRead(address: string): readonly string[] {
  const authority = authorities().exec(address);
  if (authority === null) return [];
  const hasMore = /[/?#\\]/.test(address.charAt(authority[0].length));
  return [address.slice(0, endOfSentence(address, hasMore ? endOfQuote(address) : authority[0].length))];
}

/**
 * With the dots of other scripts, and what a host may hold unseen. Linear: no two of its runs can share a character. Made where
 * it is needed: to gather the characters of these kinds takes a hook longer than to judge a call.
 */
function authorities(): RegExp {
  return /^[a-z\d+.-]+:[/\\]+(?:\[[\da-f:.]*\][\d:]*|[\p{L}\p{N}\p{M}\p{Cf}._~:@%\u3002\uff0e\uff61-]+)/iu;
}

/** A bracket that closes more than was opened belongs to the sentence. */
function endOfQuote(address: string): number {
  const open = { ')': 0, ']': 0 };
  for (let at = 0; at < address.length; at++) {
    const character = address.charAt(at);
    if (/["<>`]/.test(character)) return at;
    if (character === '(') open[')']++;
    if (character === '[') open[']']++;
    if ((character === ')' || character === ']') && --open[character] < 0) return at;
  }
  return address.length;
}

function endOfSentence(address: string, end: number): number {
  const marks = /[.,;:!?'*_~\p{Cf}]|(?![!-~])\p{P}/u;
  let last = end;
  while (last > 0 && marks.test(address.charAt(last - 1))) last--;
  return last;
}
