import type { KeyPress } from './key.ts';

/** Says whether the press was meant for it. */
export type KeyHandler = (press: KeyPress) => boolean;

/**
 * Who hears a key: first the global keys, then the layer on top (a modal over an overlay over the prompt) and nobody below it.
 * A layer that does not know the key swallows it, so that nothing typed at a modal reaches the prompt behind it.
 */
export class KeyHub {
  readonly #layers: KeyHandler[] = [];
  #global: KeyHandler = () => false;

  setGlobal(handler: KeyHandler): void {
    this.#global = handler;
  }

  /** Puts a layer on top. Returns the way to take it off. */
  push(layer: KeyHandler): () => void {
    this.#layers.push(layer);
    return () => {
      const at = this.#layers.indexOf(layer);
      if (at !== -1) this.#layers.splice(at, 1);
    };
  }

  dispatch(press: KeyPress): void {
    if (!this.#global(press)) this.#layers.at(-1)?.(press);
  }
}
