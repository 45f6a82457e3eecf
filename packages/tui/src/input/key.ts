/** One thing the operator did at the keyboard. A paste is never a key: what it holds cannot approve anything. */
export type KeyPress =
  | { readonly kind: 'paste'; readonly text: string }
  | {
      readonly kind: 'key';
      /** A printable character (a grapheme), or the name of a key. */
      readonly key: string;
      readonly ctrl: boolean;
      readonly alt: boolean;
      readonly shift: boolean;
    };

/** Names as they stand in `key`; anything else is a character. */
export const NAMED_KEYS = [
  ...['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'],
  ...['enter', 'escape', 'tab', 'backspace', 'delete', 'insert', 'space'],
] as const;
