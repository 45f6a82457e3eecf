import type { KeyPress } from '../input/key.ts';

/** A plain key without modifiers; null for pastes and chords. */
export function plainKey(press: KeyPress): string | null {
  return press.kind === 'paste' || press.ctrl || press.alt ? null : press.key;
}
