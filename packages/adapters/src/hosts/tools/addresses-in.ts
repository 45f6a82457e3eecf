/**
 * The addresses in a prose text. Every word with a scheme in it is an address, from each scheme on: two addresses run together
 * give both. In addition, the address that a human reader would see, without the rest of the sentence.
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

/** Searched from the end: trying every letter as the start of a scheme would be quadratic for a long word. */
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

/**
 * Cut at the first character that can't be in a host, or after the host where a surrounding quote or bracket closes; empty
 * without a host.
 */
function asRead(address: string): readonly string[] {
  const authority = authorities().exec(address);
  if (authority === null) return [];
  const hasMore = /[/?#\\]/.test(address.charAt(authority[0].length));
  return [address.slice(0, endOfSentence(address, hasMore ? endOfQuote(address) : authority[0].length))];
}

/**
 * Includes dots of other scripts and invisible characters that a host may contain. Linear: no two of its runs share a character.
 * Created on demand: building these character classes takes longer than judging a call.
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
