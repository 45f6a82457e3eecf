/** Most text, and what takes one column a character and hides nothing. */
export function isPrintableAscii(text: string): boolean {
  return PRINTABLE_ASCII.test(text);
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
