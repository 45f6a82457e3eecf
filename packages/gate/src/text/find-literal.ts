/**
 * `text.indexOf(needle, from)` in time linear in both, whatever they hold. The built-in search looks only at the last 250
 * characters of a needle when it skips, so a long repetitive needle can make it quadratic.
 */
export function findLiteral(text: string, needle: string, from: number): number {
  const room = text.length - from;
  if (needle.length > room) return -1;
  if (needle.length <= LONGEST_PLAIN || needle.length * room <= SMALL) return text.indexOf(needle, from);
  // Both ends of the needle are short enough for the built-in search; few texts hold them both.
  const head = text.indexOf(needle.slice(0, LONGEST_PLAIN), from);
  if (head === -1 || text.indexOf(needle.slice(-LONGEST_PLAIN), head) === -1) return -1;
  return findByBorders(text, needle, head);
}

const LONGEST_PLAIN = 100;
const SMALL = 1 << 20;

/** Knuth, Morris and Pratt: no character of the text is looked at from further back than the last border. */
function findByBorders(text: string, needle: string, from: number): number {
  const borders = bordersOf(needle);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (needle.charCodeAt(matched) === unit) matched++;
    if (matched === needle.length) return at + 1 - matched;
  }
  return -1;
}

/** For every prefix: the length of its longest proper prefix that is also its suffix. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  let length = 0;
  for (let at = 1; at < needle.length; at++) {
    const unit = needle.charCodeAt(at);
    while (length > 0 && needle.charCodeAt(length) !== unit) length = borders[length - 1] as number;
    if (needle.charCodeAt(length) === unit) length++;
    borders[at] = length;
  }
  return borders;
}
