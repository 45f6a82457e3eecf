/** One action of the operator at the keyboard. A paste is never a key: its content can't approve anything. */
export type KeyPress =
  | { readonly kind: 'paste'; readonly text: string }
  | {
      readonly kind: 'key';
      /** A printable character (one grapheme), or the name of a key. */
      readonly key: NamedKey | (string & {});
      readonly ctrl: boolean;
      readonly alt: boolean;
      readonly shift: boolean;
    };

export type NamedKey =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'pageup'
  | 'pagedown'
  | 'enter'
  | 'escape'
  | 'tab'
  | 'backspace'
  | 'delete'
  | 'insert';

/** A key press without modifiers by default. */
export function keyPress(
  key: string,
  { ctrl = false, alt = false, shift = false }: { ctrl?: boolean; alt?: boolean; shift?: boolean } = {},
): KeyPress {
  return { kind: 'key', key, ctrl, alt, shift };
}
