/**
 * An absolute path without empty, `.` and `..` segments, for paths longer than any file system accepts: possibly an attack, with
 * a million segments. Written character by character into a buffer, from which `..` removes the last name.
 */
export function resolveLongPath(path: string): string {
  const { length } = path;
  const kept = new Uint16Array(length + 1);
  kept[0] = SLASH;
  let start = 1;
  let end = 1;
  for (let at = 1; at <= length; at++) {
    const unit = at === length ? SLASH : path.charCodeAt(at);
    kept[end] = unit;
    if (unit !== SLASH) end++;
    else start = end = placeBehind(kept, start, end);
  }
  return textOf(kept.subarray(0, Math.max(1, end - 1)));
}

const SLASH = 47;
const DOT = 46;

/**
 * Where the next name goes: after the one from `start` to `end`, or in its place if that is empty or `.`, or in the previous
 * name's place.
 */
function placeBehind(kept: Uint16Array, start: number, end: number): number {
  const isDot = kept[start] === DOT;
  if (end === start || (isDot && end === start + 1)) return start;
  if (!isDot || kept[start + 1] !== DOT || end !== start + 2) return end + 1;
  return start === 1 ? start : kept.lastIndexOf(SLASH, start - 2) + 1;
}

/** A call can only take so many arguments. */
const MAX_ARGUMENTS = 8192;

function textOf(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += MAX_ARGUMENTS) {
    // Not spread: that would use the array's iterator, one unit at a time.
    text += String.fromCharCode.apply(null, units.subarray(at, at + MAX_ARGUMENTS) as unknown as number[]);
  }
  return text;
}
