import type { KeyPress } from './key.ts';

/** Says whether the press was meant for it. */
export type KeyHandler = (press: KeyPress) => boolean;

export type LayerOptions = {
  /** A field is being typed in: of the global keys only ctrl+c is heard, Shift+Tab goes back a field. */
  readonly takesAll?: () => boolean;
};

/**
 * Who hears a key: first the global keys, then the layer on top (a modal over an overlay over the prompt) and nobody below it.
 * A layer that does not know the key swallows it, so that nothing typed at a modal reaches the prompt behind it.
 */
export class KeyHub {
  readonly #layers: { readonly hear: KeyHandler; readonly takesAll: () => boolean }[] = [];
  #global: KeyHandler = () => false;

  setGlobal(handler: KeyHandler): void {
    this.#global = handler;
  }

  /** Puts a layer on top. Returns the way to take it off. */
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
