/** The path from the top of a document to a value: table keys and list indexes. */
export type Path = readonly (string | number)[];

/** A part of a document, identified before its position in the text is known. */
export type Spot = {
  readonly path: Path;
  readonly part: 'key' | 'value';
  /** For a text value: an offset into it, in UTF-16 units. */
  readonly offset?: number;
};

export type Finding = { readonly spot: Spot; readonly message: string };

/** Finds a part of a document in the text. Falls back to its parent if it can't be found, and finally to the start of the text. */
export type Locate = (spot: Spot) => number;

/** One-based, in UTF-16 units. */
export type Place = { readonly line: number; readonly column: number };

export class LineTable {
  readonly #starts: number[] = [0];
  #last = 0;

  constructor(text: string) {
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) this.#starts.push(end + 1);
  }

  placeOf(offset: number): Place {
    let low = 0;
    let high = this.#starts.length - 1;
    // Lookups usually come in order from top to bottom.
    const last = this.#last;
    if ((this.#starts[last] as number) <= offset) {
      low = last;
      if (offset < (this.#starts[last + 8] ?? 0)) high = last + 8;
    }
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    this.#last = low;
    return { line: low + 1, column: offset - (this.#starts[low] as number) + 1 };
  }
}
