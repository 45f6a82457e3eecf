import { useReducer, useRef } from 'react';

/**
 * State for key handlers. Several keys can come before the next render; each must see the effect of the previous one, which a
 * state hook wouldn't show yet.
 */
export class Live<Value> {
  readonly #redraw: () => void;
  #value: Value;

  constructor(first: Value, redraw: () => void) {
    this.#value = first;
    this.#redraw = redraw;
  }

  get current(): Value {
    return this.#value;
  }

  set(next: Value): void {
    if (next === this.#value) return;
    this.#value = next;
    this.#redraw();
  }
}

export function useLive<Value>(first: () => Value): Live<Value> {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const live = useRef<Live<Value> | null>(null);
  live.current ??= new Live(first(), redraw);
  return live.current;
}
