/** Twice the room, the same content. */
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

  /** What was collected; the list is empty after it. */
  taken(): Int32Array {
    const taken = this.#numbers.slice(0, this.#length);
    this.#numbers = new Int32Array(16);
    this.#length = 0;
    return taken;
  }
}
