const ESCAPE = '\u001b';

/**
 * Control sequences, including those of the Linux console's function keys, and the codes of arrows and F1 to F4; or the escape
 * key itself.
 */
const SEQUENCES = new RegExp(`${ESCAPE}(?:\\[\\[?[ -?]*[@-~]?|O[A-DFHP-S])?`, 'g');

/** A typed line without keys that only work on a drawn screen: their codes aren't text. */
export function withoutEscapes(line: string): string {
  return line.replaceAll(SEQUENCES, '');
}
