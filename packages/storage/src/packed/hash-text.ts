/** Of the UTF-16 units of a text. */
export function hashText(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(((hash << 7) | (hash >>> 25)) ^ text.charCodeAt(at), 0x9e3779b1);
  }
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
