/** Twice the room, the same content. */
export function doubled<Numbers extends Int32Array | Uint16Array | Uint8Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** A list of integers that grows in a typed array: four bytes each, whatever their number. */
export class IntegerList {
  #numbers = new Int32Array(16);
  #length = 0;

  push(number: number): void {
    if (this.#length === this.#numbers.length) this.#numbers = doubled(this.#numbers);
    this.#numbers[this.#length++] = number;
  }

  get length(): number {
    return this.#length;
  }

  finished(): Int32Array {
    return this.#numbers.slice(0, this.#length);
  }
}
