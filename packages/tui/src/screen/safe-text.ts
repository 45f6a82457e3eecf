import { visible } from '@caliban/calls/text';
import { isPrintableAscii } from './printable-ascii.ts';
import { widthOf } from './width.ts';

/**
 * Lines of text from a model or a tool, made safe: they contain no control, direction or invisible characters, so they can't move
 * the cursor, set a colour or a title, or hide a part of themselves. Tabs become blanks.
 */
export function safeLines(text: string): readonly string[] {
  return text.split(LINE_END).map(safeLine);
}

/** The same for text that must stay on one line: its line ends are escaped, too. */
export function safeLine(text: string): string {
  if (isPrintableAscii(text)) return text;
  return visible(withoutTabs(plainEmoji(text)));
}

const LINE_END = /\r?\n/;
const TAB_STOP = 4;

/**
 * Selectors, joiners and skin tones inside emoji only choose the drawing, and terminals disagree about the width of the result.
 * Without them each emoji has the same width everywhere. Anywhere else these characters are escaped like other invisible ones.
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
