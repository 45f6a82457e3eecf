import stringWidth from 'string-width';
import { isPrintableAscii } from './printable-ascii.ts';

/** The number of terminal columns that a text takes, as ink measures it. For text from `safeLines`. */
export function widthOf(text: string): number {
  if (isPrintableAscii(text)) return text.length;
  return KNOWN.get(text) ?? measured(text);
}

/** Frames repeat the same lines and letters, and measuring takes a microsecond per letter. */
const KNOWN = new Map<string, number>();
const MAX_KNOWN = 10_000;
const MAX_KNOWN_LENGTH = 200;

function measured(text: string): number {
  const width = stringWidth(text, { countAnsiEscapeCodes: true });
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
  if (text.length <= MAX_KNOWN_LENGTH) KNOWN.set(text, width);
  return width;
}
