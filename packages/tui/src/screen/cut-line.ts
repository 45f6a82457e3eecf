import { beginningOf } from './cut-text.ts';
import { type Line, lineText, type Span } from './line.ts';
import { widthOf } from './width.ts';
import { hardWrap } from './wrap.ts';

/** One row; excess text is replaced by `…`. */
export function cutLine(line: Line, columns: number): Line {
  if (widthOf(lineText(line)) <= columns) return line;
  const kept: Span[] = [];
  let left = columns - 1;
  for (const { text, tone } of line) {
    if (left <= 0) break;
    const width = widthOf(text);
    kept.push({ text: width <= left ? text : (hardWrap(beginningOf(text, left), left)[0] ?? ''), tone });
    left -= width;
  }
  return [...kept, { text: '…', tone: 'dim' }];
}
