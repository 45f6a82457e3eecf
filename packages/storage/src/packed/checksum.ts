/** Finds accidents and clumsy hands; whoever may write the file could write the sum as well. */
export function checksum(bytes: Uint8Array, seed: number): number {
  const length = bytes.byteLength;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, length >>> 2);
  let sum = mixedWords(seed ^ length, words, 0, words.length);
  for (let at = length & ~3; at < length; at++) sum = mixedWords(sum, bytes, at, at + 1);
  return finished(sum);
}

/** The same of some words, without a view of each piece. */
export function checksumOfWords(words: Uint32Array, seed: number, start: number, end: number): number {
  return finished(mixedWords(seed ^ ((end - start) * 4), words, start, end));
}

/** Calls nothing and does no more than is needed: a process that has just started takes each step slowly, and there are thousands. */
function mixedWords(seed: number, words: Uint32Array | Uint8Array, start: number, end: number): number {
  let sum = seed;
  for (let at = start; at < end; at++) {
    sum = Math.imul(((sum << 7) | (sum >>> 25)) ^ (words[at] as number), 0x9e3779b1);
  }
  return sum;
}

/** Of the UTF-16 units of a piece of text; hashes chain, each starting from the last. */
export function hashText(seed: number, text: string, start = 0, end: number = text.length): number {
  let hash = seed;
  for (let at = start; at < end; at++) {
    hash = Math.imul(((hash << 7) | (hash >>> 25)) ^ text.charCodeAt(at), 0x9e3779b1);
  }
  return hash;
}

export function finished(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (value ^ (value >>> 15)) >>> 0;
}
