import { visible } from '@caliban/gate/internal/text/visible';
import type { Span, Tone } from '../screen/line.ts';
import { isPrintableAscii } from '../screen/printable-ascii.ts';

/**
 * Nothing is smoothed over where somebody decides by what he reads: tabs, odd blanks, joiners and every other character that
 * does not show are spelled out, and marks piled on one letter, too.
 */
export function spelledOut(text: string): string {
  if (isPrintableAscii(text)) return text;
  return visible(text).replaceAll(PILED_MARK, codePoint);
}

/** The same in pieces: what had to be spelled out stands apart from text that happens to look like it. */
export function spelledSpans(text: string, tone: Tone): readonly Span[] {
  if (spelledOut(text) === text) return text === '' ? [] : [{ text, tone }];
  const spans: Span[] = [];
  let from = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    if (index > from) spans.push({ text: text.slice(from, index), tone });
    spans.push({ text: Array.from(hidden, spelledCharacter).join(''), tone: 'warning' });
    from = index + hidden.length;
  }
  if (from < text.length) spans.push({ text: text.slice(from), tone });
  // Whatever the expression above does not know must not slip through.
  return spans.map((span) => ({ ...span, text: spelledOut(span.text) }));
}

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
