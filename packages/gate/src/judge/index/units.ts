import { doubled } from './growing.ts';
import type { Direction } from './literal-table.ts';

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

  /** Backwards: its last character first. */
  add(text: string, direction: Direction): void {
    while (this.#length + text.length > this.#units.length) this.#units = doubled(this.#units);
    const units = this.#units;
    const step = direction === 'forwards' ? 1 : -1;
    let at = direction === 'forwards' ? 0 : text.length - 1;
    let bits = this.#bits;
    const end = this.#length + text.length;
    for (let place = this.#length; place < end; place++, at += step) {
      const unit = text.charCodeAt(at);
      units[place] = unit;
      bits |= unit;
    }
    this.#bits = bits;
    this.#length = end;
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
}
