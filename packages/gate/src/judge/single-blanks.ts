/** Blanks count as one, also in quotes: what a quote hands to another shell is split by that shell. Null where it is so already. */
export function withSingleBlanks(text: string): string | null {
  return MANY_BLANKS.test(text) ? text.replaceAll(BLANKS, ' ') : null;
}

const BLANKS = /(?:[ \t]|\\\n)+/g;
const MANY_BLANKS = /\t| {2}|\\\n/;
