/**
 * Detects accidents and careless edits only: anyone who may write the file could also write the checksum. The loop calls nothing
 * and uses 32-bit integers, because a new process interprets it.
 */
export function checksum(words: Int32Array, seed: number): number {
  const { length } = words;
  let sum = seed ^ length;
  for (let at = 0; at < length; at++) sum = (((sum << 5) | (sum >>> 27)) + (words[at] as number)) | 0;
  return finished(sum) | 0;
}

/** Of the UTF-16 units of a text. */
export function hashText(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(((hash << 7) | (hash >>> 25)) ^ text.charCodeAt(at), 0x9e3779b1);
  }
  return finished(hash);
}

function finished(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (value ^ (value >>> 15)) >>> 0;
}
