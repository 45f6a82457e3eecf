/**
 * An absolute path without empty, `.` and `..` segments, for paths no file system has: somebody's trap, perhaps of a million
 * segments. Written character by character into a buffer, from which `..` takes the last name out again.
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

/** Where the next name goes, behind the one from `start` to `end`; where that is none, in its place, or in the place of another. */
function placeBehind(kept: Uint16Array, start: number, end: number): number {
  const isDot = kept[start] === DOT;
  if (end === start || (isDot && end === start + 1)) return start;
  if (!isDot || kept[start + 1] !== DOT || end !== start + 2) return end + 1;
  return start === 1 ? start : kept.lastIndexOf(SLASH, start - 2) + 1;
}

/** A call takes only so many arguments. */
const MAX_ARGUMENTS = 8192;

function textOf(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += MAX_ARGUMENTS) {
    // Not spread: that would go through the array's iterator, one unit at a time.
    text += String.fromCharCode.apply(null, units.subarray(at, at + MAX_ARGUMENTS) as unknown as number[]);
  }
  return text;
}
