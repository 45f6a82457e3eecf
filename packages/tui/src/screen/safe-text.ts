import { visible } from '@caliban/calls/text';
import { isPrintableAscii } from './printable-ascii.ts';
import { widthOf } from './width.ts';

/**
 * What a model or a tool wrote, as lines that can do nothing but stand there: no control, direction or invisible character is
 * left, so the text cannot move the cursor, set a colour or a title, or hide a part of itself. Tabs become blanks.
 */
export function safeLines(text: string): readonly string[] {
  return text.split(LINE_END).map(safeLine);
}

/** The same for text that must stay on one line: its line ends are spelled out, too. */
export function safeLine(text: string): string {
  if (isPrintableAscii(text)) return text;
  return visible(withoutTabs(plainEmoji(text)));
}

const LINE_END = /\r?\n/;
const TAB_STOP = 4;

/**
 * Selectors, joiners and skin tones inside emoji only choose the drawing, and terminals disagree about the width of the result.
 * Without them each emoji has the same width everywhere. Anywhere else these characters are spelled out like other invisible ones.
 */
function plainEmoji(text: string): string {
  return text
    .replaceAll(/(?<=\p{Emoji_Modifier_Base})\p{Emoji_Modifier}/gu, '')
    .replaceAll(/(?<=\p{Emoji})\ufe0f/gu, '')
    .replaceAll(/(?<=\p{Extended_Pictographic})\u200d(?=\p{Extended_Pictographic})/gu, '');
}

function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let plain = '';
  for (const [index, piece] of line.split('\t').entries()) {
    if (index > 0) plain += ' '.repeat(TAB_STOP - (widthOf(plain) % TAB_STOP));
    plain += visible(piece);
  }
  return plain;
}
