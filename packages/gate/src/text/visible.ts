/**
 * One line a person can trust: controls, line ends, direction marks, invisible characters and odd blanks are spelled out, so
 * that nothing the model wrote can move the cursor, hide or reorder what is shown.
 */
export function visible(text: string): string {
  return text.replaceAll(DECEIVING, (character) => SPELLED[character] ?? codePoint(character));
}

const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

const SPELLED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\x1b': '\\e' };

function codePoint(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}
