import type { KeyPress } from '../input/key.ts';

/** The key without modifiers, as it came; null for pastes and chords. */
export function plainKey(press: KeyPress): string | null {
  return press.kind === 'paste' || press.ctrl || press.alt ? null : press.key;
}
