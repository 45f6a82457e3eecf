import { type Anchor, type Detail, pageDown, pageUp, type View } from './viewport.ts';

/** The visible part of the transcript, and how much of it is unfolded. */
export class Scroll {
  #anchor: Anchor | null = null;
  #detail: Detail = 'collapsed';
  /** The last drawn view: a page is as large as the screen was. */
  view: View | null = null;

  get anchor(): Anchor | null {
    return this.#anchor;
  }

  get detail(): Detail {
    return this.#detail;
  }

  toEnd(): void {
    this.#anchor = null;
  }

  page(towards: 'up' | 'down'): void {
    if (this.view === null) return;
    this.#anchor = towards === 'up' ? pageUp(this.view, this.#anchor) : pageDown(this.view, this.#anchor);
  }

  /** Unfolds the last output, then all of them, then none. */
  nextDetail(): void {
    this.#detail = NEXT[this.#detail];
  }
}

const NEXT: Readonly<Record<Detail, Detail>> = { collapsed: 'last', last: 'all', all: 'collapsed' };
