import { spelledPieces } from '@caliban/calls/text';
import type { Span, Tone } from '../screen/line.ts';

/** Text with every hidden character escaped, in the warning tone. */
export function spelledSpans(text: string, tone: Tone): readonly Span[] {
  return spelledPieces(text).map((piece) => ({ text: piece.text, tone: piece.isHidden ? 'warning' : tone }));
}
