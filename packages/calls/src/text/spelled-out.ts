import { visible } from './visible.ts';

/**
 * Nothing is hidden where someone decides by what they read: tabs, unusual blanks, joiners and every other invisible character
 * are escaped, and marks stacked on one letter, too.
 */
export function spelledOut(text: string): string {
  return PRINTABLE_ASCII.test(text) ? text : visible(text).replaceAll(PILED_MARK, codePoint);
}

/** A piece of text; `isHidden`: it replaces characters that are invisible. */
export type SpelledPiece = { readonly text: string; readonly isHidden: boolean };

/** The same in pieces, which distinguish escaped characters from text that happens to look like them. */
export function spelledPieces(text: string): readonly SpelledPiece[] {
  if (spelledOut(text) === text) return text === '' ? [] : [{ text, isHidden: false }];
  const pieces: SpelledPiece[] = [];
  let from = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    if (index > from) pieces.push({ text: text.slice(from, index), isHidden: false });
    pieces.push({ text: Array.from(hidden, spelledCharacter).join(''), isHidden: true });
    from = index + hidden.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHidden: false });
  // Characters that the regex above doesn't know must not pass unescaped.
  return pieces.map((piece) => ({ ...piece, text: spelledOut(piece.text) }));
}

const PRINTABLE_ASCII = /^[ -~]*$/;
const PILED_MARK = /(?<=\p{M}{3})\p{M}/gu;
const HIDDEN =
  /(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|(?<=\p{M}{3})\p{M})+/gu;

function spelledCharacter(character: string): string {
  const shown = visible(character);
  return shown === character ? codePoint(character) : shown;
}

function codePoint(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}
