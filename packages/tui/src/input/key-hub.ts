import type { KeyPress } from './key.ts';

/** Returns whether the press was meant for it. */
export type KeyHandler = (press: KeyPress) => boolean;

export type LayerOptions = {
  /** A field is being typed in: of the global keys only ctrl+c works, and Shift+Tab goes to the previous field. */
  readonly takesAll?: () => boolean;
};

/**
 * Dispatches keys: first to the global keys, then to the top layer (a modal over an overlay over the prompt) and to no layer
 * below it. A layer swallows unknown keys, so that nothing typed at a modal reaches the prompt behind it.
 */
export class KeyHub {
  readonly #layers: { readonly hear: KeyHandler; readonly takesAll: () => boolean }[] = [];
  #global: KeyHandler = () => false;

  setGlobal(handler: KeyHandler): void {
    this.#global = handler;
  }

  /** Puts a layer on top. Returns a function that removes it. */
  push(hear: KeyHandler, { takesAll = () => false }: LayerOptions = {}): () => void {
    const layer = { hear, takesAll };
    this.#layers.push(layer);
    return () => {
      const at = this.#layers.indexOf(layer);
      if (at !== -1) this.#layers.splice(at, 1);
    };
  }

  dispatch(press: KeyPress): void {
    const top = this.#layers.at(-1);
    if (top?.takesAll() === true && !isInterrupt(press)) top.hear(press);
    else if (!this.#global(press)) top?.hear(press);
  }
}

function isInterrupt(press: KeyPress): boolean {
  return press.kind === 'key' && press.ctrl && press.key === 'c';
}
