/** The characters of texts, as UTF-16 units; one byte each if that is enough. */
export type Utf16 = Uint8Array | Uint16Array;

/** Concatenated texts. */
export function utf16Of(texts: readonly string[]): Utf16 {
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

/** Twice the capacity, the same content. */
export function doubled<Numbers extends Int32Array | Uint16Array | Uint8Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** A list of integers that grows in a typed array. */
export class IntegerList {
  #numbers = new Int32Array(16);
  #length = 0;

  push(number: number): void {
    if (this.#length === this.#numbers.length) this.#numbers = doubled(this.#numbers);
    this.#numbers[this.#length++] = number;
  }

  /** The current content of the list, without a copy. */
  view(): Int32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
