const ESCAPE = '\u001b';

/** Control sequences, those of the Linux console's function keys included, and what arrows and F1 to F4 send; or the key itself. */
const SEQUENCES = new RegExp(`${ESCAPE}(?:\\[\\[?[ -?]*[@-~]?|O[A-DFHP-S])?`, 'g');

/** A typed line without the keys that mean something on a drawn screen only: what they send is no text of anybody. */
export function withoutEscapes(line: string): string {
  return line.replaceAll(SEQUENCES, '');
}
