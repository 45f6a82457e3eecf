/** A bit in a set of states that is delayed by this many characters. */
export type Delay = { readonly place: number; readonly characters: number };

/** Shorter runs of holes take less than an integer of bits. */
const LONG_RUN = 34;

/** For a long run of holes only the first and the last item; `behind`: how many were left out after this one. */
export function* withoutLongRuns<Item>(
  items: readonly Item[],
  isHole: (item: Item) => boolean,
): Generator<{ item: Item; behind: number }> {
  for (let start = 0; start < items.length; start++) {
    const item = items[start] as Item;
    let end = start;
    while (end < items.length && isHole(items[end] as Item)) end++;
    const behind = end - start < LONG_RUN ? 0 : end - start - 2;
    yield { item, behind };
    start += behind;
  }
}

/** Bits that are passing long runs of holes while a text is read character by character. */
export class Delays {
  readonly #places: readonly number[];
  readonly #rings: readonly Uint8Array[];
  readonly #next: number[];
  /** How many bits are pending. */
  #held = 0;

  constructor(delays: readonly Delay[]) {
    this.#places = delays.map(({ place }) => place);
    this.#rings = delays.map(({ characters }) => new Uint8Array(characters));
    this.#next = delays.map(() => 0);
  }

  get isEmpty(): boolean {
    return this.#held === 0;
  }

  /** Before each character: swaps the bits that have arrived at these states for those that arrived this many characters ago. */
  exchange(bits: Int32Array): void {
    for (let number = 0; number < this.#places.length; number++) {
      const place = this.#places[number] as number;
      const ring = this.#rings[number] as Uint8Array;
      const next = this.#next[number] as number;
      const word = bits[place >>> 5] as number;
      const come = (word >>> (place & 31)) & 1;
      const gone = ring[next] as number;
      ring[next] = come;
      this.#next[number] = next + 1 === ring.length ? 0 : next + 1;
      this.#held += come - gone;
      if (come !== gone) bits[place >>> 5] = word ^ (1 << (place & 31));
    }
  }

  /** No pending bit gets past this character. */
  clear(): void {
    if (this.#held === 0) return;
    for (const ring of this.#rings) ring.fill(0);
    this.#held = 0;
  }
}
