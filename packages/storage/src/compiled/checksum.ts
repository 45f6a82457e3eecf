/** Finds accidents and clumsy hands; whoever may write the file could write the sum as well. */
export function checksum(bytes: Uint8Array, seed: number): number {
  const length = bytes.byteLength;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, length >>> 2);
  let sum = seed ^ length;
  for (let at = 0; at < words.length; at++) sum = mixed(sum, words[at] as number);
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
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function mixed(hash: number, word: number): number {
  const turned = Math.imul(word, 0xcc9e2d51);
  const value = hash ^ Math.imul((turned << 15) | (turned >>> 17), 0x1b873593);
  return (Math.imul((value << 13) | (value >>> 19), 5) + 0xe6546b64) | 0;
}
