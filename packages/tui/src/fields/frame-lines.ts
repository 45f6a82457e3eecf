import { cutLine } from '../screen/cut-line.ts';
import { cutText } from '../screen/cut-text.ts';
import { EMPTY_LINE, type Line, lineText, type Tone } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';

/** Columns that a frame takes: `│ … │`. */
export const FRAME_COLUMNS = 4;
export const FRAME_ROWS = 2;

export type Frame = {
  readonly title: string;
  /** On the lower edge: the keys. */
  readonly foot: string;
  readonly tone: Tone;
  /** Of the whole frame. */
  readonly columns: number;
};

/** Whether a screen has room for a frame. */
export function hasRoomForFrame({ columns, rows }: { readonly columns: number; readonly rows: number }): boolean {
  return columns >= MIN_COLUMNS && rows >= MIN_ROWS;
}

const MIN_COLUMNS = 40;
const MIN_ROWS = 13;

/** A panel: the title on its upper edge, the keys on its lower edge. */
export function framed(lines: readonly Line[], { title, foot, tone, columns }: Frame): readonly Line[] {
  const inner = columns - FRAME_COLUMNS;
  return [
    edge('╭', '╮', title, 'strong', { tone, columns }),
    ...lines.map((each): Line => {
      const shown = cutLine(each, inner);
      const pad = ' '.repeat(Math.max(0, inner - widthOf(lineText(shown))));
      return [{ text: '│ ', tone }, ...shown, { text: pad, tone: 'plain' }, { text: ' │', tone }];
    }),
    edge('╰', '╯', foot, 'dim', { tone, columns }),
  ];
}

function edge(
  left: string,
  right: string,
  text: string,
  textTone: Tone,
  { tone, columns }: Pick<Frame, 'tone' | 'columns'>,
): Line {
  const shown = cutText(text, columns - 6);
  const label = shown === '' ? '' : ` ${shown} `;
  return [
    { text: `${left}─`, tone },
    { text: label, tone: textTone },
    { text: `${'─'.repeat(Math.max(0, columns - 3 - widthOf(label)))}${right}`, tone },
  ];
}

/** Puts empty rows between blocks, as many as there are rows to spare. */
export function spaced(blocks: readonly (readonly Line[])[], spare: number): readonly Line[] {
  let left = spare;
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => {
      if (index === 0 || left <= 0) return block;
      left -= 1;
      return [EMPTY_LINE, ...block];
    });
}
