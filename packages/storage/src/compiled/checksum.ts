/** Finds accidents and clumsy hands; whoever may write the file could write the sum as well. */
export function checksum(bytes: Uint8Array, seed: number): number {
  const length = bytes.byteLength;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, length >>> 2);
  let sum = seed ^ length;
  for (const word of words) sum = mixed(sum, word);
  for (let at = length & ~3; at < length; at++) sum = mixed(sum, bytes[at] as number);
  return finished(sum);
}

/** Of the UTF-16 units of a piece of text; hashes chain, each starting from the last. */
export function hashText(seed: number, text: string, start = 0, end: number = text.length): number {
  let hash = seed;
  for (let at = start; at < end; at++) hash = mixed(hash, text.charCodeAt(at));
  return hash;
}

export function finished(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (value ^ (value >>> 15)) >>> 0;
}

/** No more than is needed: a process that has just started takes each step slowly, and there are thousands of these. */
function mixed(hash: number, word: number): number {
  return Math.imul(((hash << 7) | (hash >>> 25)) ^ word, 0x9e3779b1);
}
