/** The characters of texts, as UTF-16 units; a byte each where that is enough. */
export type Units = Uint8Array | Uint16Array;

/** Texts glued together. */
export function unitsOf(texts: readonly string[]): Units {
  const text = texts.join('');
  const { length } = text;
  const bytes = new Uint8Array(length);
  let bits = 0;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    bytes[at] = unit;
    bits |= unit;
  }
  return bits < 256 ? bytes : Uint16Array.from({ length }, (_, at) => text.charCodeAt(at));
}
