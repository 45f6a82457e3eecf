import type { KeyPress } from '../input/key.ts';
import type { Line } from '../screen/line.ts';

/** One tab of the overlay. */
export type Pane = {
  /** Returns whether the key was meant for it; other keys switch tabs or close the overlay. */
  readonly onKey: (press: KeyPress) => boolean;
  /** On the edge of the panel. */
  readonly title: string;
  readonly lines: readonly Line[];
  /** It takes every key: something is being typed or confirmed. */
  readonly holdsKeys: boolean;
  /** All of its keys, for the last rows. */
  readonly keys: string;
};

export type PaneSize = { readonly columns: number; readonly rows: number };
