/** Most text; every character takes one column and hides nothing. */
export function isPrintableAscii(text: string): boolean {
  return PRINTABLE_ASCII.test(text);
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
