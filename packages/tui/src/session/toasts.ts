export type Toast = { readonly text: string; readonly weight: 'info' | 'warning' | 'danger' };

/** One short message at a time, which disappears by itself. */
export class Toasts {
  readonly #changed: () => void;
  #current: Toast | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get current(): Toast | null {
    return this.#current;
  }

  show(text: string, weight: Toast['weight'] = 'info'): void {
    clearTimeout(this.#timer);
    this.#current = { text, weight };
    this.#timer = setTimeout(() => this.hide(), weight === 'info' ? INFO_MS : WARNING_MS);
    this.#timer.unref();
    this.#changed();
  }

  hide(): void {
    clearTimeout(this.#timer);
    if (this.#current === null) return;
    this.#current = null;
    this.#changed();
  }
}

const INFO_MS = 4000;
const WARNING_MS = 8000;
