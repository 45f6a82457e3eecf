import type { KeyPress } from '../input/key.ts';
import type { Line } from '../screen/line.ts';

/** One tab of the overlay. */
export type Pane = {
  /** Says whether the key was meant for it; what it leaves switches tabs or closes the overlay. */
  readonly onKey: (press: KeyPress) => boolean;
  /** On the edge of the panel. */
  readonly title: string;
  readonly lines: readonly Line[];
  /** It takes every key for itself: something is being typed or confirmed. */
  readonly holdsKeys: boolean;
  /** Every key it knows, for the last rows. */
  readonly keys: string;
};

export type PaneSize = { readonly columns: number; readonly rows: number };
