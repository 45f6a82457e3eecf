import type { Line, Span } from '../screen/line.ts';
import { wrap } from '../screen/wrap.ts';

/** Rows of at most `columns`, broken at blanks if possible; each piece keeps its tone. */
export function wrapWords(spans: readonly Span[], columns: number): readonly Line[] {
  const text = spans.map((span) => span.text).join('');
  let from = 0;
  return wrap(text, columns).map((row) => {
    // The rows lack only the blanks at which they were broken.
    const start = row === '' ? from : text.indexOf(row, from);
    from = start + row.length;
    return slice(spans, start, from);
  });
}

function slice(spans: readonly Span[], start: number, end: number): Line {
  let at = 0;
  const kept: Span[] = [];
  for (const { text, tone } of spans) {
    const piece = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    if (piece !== '') kept.push({ text: piece, tone });
    at += text.length;
  }
  return kept;
}
