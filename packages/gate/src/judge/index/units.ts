import { doubled } from './growing.ts';

/** The characters of texts, as UTF-16 units; a byte each where that is enough. */
export type Units = Uint8Array | Uint16Array;

/** Texts glued together. */
export class UnitsBuilder {
  #units = new Uint16Array(256);
  #length = 0;
  /** All bits ever set. */
  #bits = 0;

  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    this.#reserve(text.length);
    const units = this.#units;
    for (let at = 0, end = this.#length; at < text.length; at++, end++) {
      const unit = text.charCodeAt(at);
      units[end] = unit;
      this.#bits |= unit;
    }
    this.#length += text.length;
  }

  addReversed(text: string): void {
    this.#reserve(text.length);
    const units = this.#units;
    for (let at = text.length - 1, end = this.#length; at >= 0; at--, end++) {
      const unit = text.charCodeAt(at);
      units[end] = unit;
      this.#bits |= unit;
    }
    this.#length += text.length;
  }

  /** What was collected, in the least memory that holds it; nothing is left here. */
  taken(): Units {
    const units = this.#units.subarray(0, this.#length);
    const taken = this.#bits < 256 ? new Uint8Array(units) : units.slice();
    this.#units = new Uint16Array(256);
    this.#length = 0;
    this.#bits = 0;
    return taken;
  }

  #reserve(room: number): void {
    while (this.#length + room > this.#units.length) this.#units = doubled(this.#units);
  }
}
