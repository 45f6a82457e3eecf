/**
 * `text.indexOf(needle, from)` in linear time, whatever they contain. The built-in search only considers the last 250 characters
 * of a needle when it skips, so a long repetitive needle can make it quadratic.
 */
export function findLiteral(text: string, needle: string, from: number): number {
  const room = text.length - from;
  if (needle.length > room) return -1;
  if (needle.length <= MAX_PLAIN_LENGTH || needle.length * room <= SMALL) return text.indexOf(needle, from);
  // Both ends of the needle are short enough for the built-in search; few texts contain both.
  const head = text.indexOf(needle.slice(0, MAX_PLAIN_LENGTH), from);
  if (head === -1) return -1;
  const beforeTail = needle.length - MAX_PLAIN_LENGTH;
  const tail = text.indexOf(needle.slice(beforeTail), head + beforeTail);
  return tail === -1 ? -1 : findByBorders(text, needle, tail - beforeTail);
}

const MAX_PLAIN_LENGTH = 100;
const SMALL = 1 << 20;

/** Knuth, Morris and Pratt: never goes back in the text beyond the last border. */
function findByBorders(text: string, needle: string, from: number): number {
  const units = Uint16Array.from({ length: needle.length }, (_, at) => needle.charCodeAt(at));
  const fallbacks = fallbacksIn(units);
  const { length } = text;
  let matched = 0;
  for (let at = from; at < length; at++) {
    const unit = text.charCodeAt(at);
    while (matched !== -1 && units[matched] !== unit) matched = fallbacks[matched] as number;
    if (++matched === units.length) return at + 1 - matched;
  }
  return -1;
}

/**
 * The failure function: with this much of the needle matched and a different next character, how much may still be matched. Only
 * states where the needle continues with a different character than the failed one; -1 if none.
 */
function fallbacksIn(units: Uint16Array): Int32Array {
  const fallbacks = new Int32Array(units.length);
  fallbacks[0] = -1;
  let border = 0;
  for (let matched = 1; matched < units.length; matched++, border++) {
    const unit = units[matched];
    fallbacks[matched] = unit === units[border] ? (fallbacks[border] as number) : border;
    while (border !== -1 && units[border] !== unit) border = fallbacks[border] as number;
  }
  return fallbacks;
}
