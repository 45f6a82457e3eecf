import { type KeyPress, keyPress } from './key.ts';

/** The length of a sequence and its key; null for one that we ignore. */
export type Sequence = { readonly length: number; readonly press: KeyPress | null };

/** The key of a control byte; null for any other character. */
export function controlKey(code: number): KeyPress | null {
  switch (code) {
    case 13:
      return keyPress('enter');
    case 9:
      return keyPress('tab');
    case 8:
    case 127:
      return keyPress('backspace');
    case 0:
      return keyPress(' ', { ctrl: true });
  }
  if (code >= 1 && code <= 26) return keyPress(String.fromCharCode(code + 96), { ctrl: true });
  return code < 32 ? keyPress(String.fromCharCode(code + 64), { ctrl: true }) : null;
}
