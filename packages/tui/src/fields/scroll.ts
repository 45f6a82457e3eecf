import type { KeyPress } from '../input/key.ts';

/** The nearest valid top row for a window of `height` rows over `total` rows. */
export function clampTop(top: number, { total, height }: Extent): number {
  return Math.max(0, Math.min(top, total - height));
}

export type Extent = { readonly total: number; readonly height: number };

/** Moves the window as little as possible to make the row visible. */
export function revealing(row: number, top: number, extent: Extent): number {
  const first = row < top ? row : Math.max(top, row - extent.height + 1);
  return clampTop(first, extent);
}

/** How far a key moves through a list; null for other keys. */
export function listStep(press: KeyPress, height: number): number | null {
  if (press.kind === 'paste' || press.ctrl || press.alt) return null;
  switch (press.key) {
    case 'up':
      return -1;
    case 'down':
      return 1;
    case 'pageup':
      return -Math.max(1, height - 1);
    case 'pagedown':
      return Math.max(1, height - 1);
    case 'home':
      return Number.NEGATIVE_INFINITY;
    case 'end':
      return Number.POSITIVE_INFINITY;
  }
  return null;
}

/** The index in a list after such a step. */
export function stepped(at: number, step: number, total: number): number {
  return Math.max(0, Math.min(total - 1, at + step));
}
