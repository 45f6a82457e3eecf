import { graphemes } from './graphemes.ts';
import type { Line, Span } from './line.ts';
import { isPrintableAscii } from './printable-ascii.ts';
import { widthOf } from './width.ts';

/** Rows of at most `columns`, broken exactly at the edge, so that no blank is lost. Takes escaped text. */
export function wrapSpans(spans: readonly Span[], columns: number): readonly Line[] {
  const room = Math.max(2, columns);
  const [only] = spans;
  if (only === undefined) return [[]];
  if (spans.length === 1 && only.text.length <= room && isPrintableAscii(only.text)) return [spans];
  const rows: Span[][] = [[]];
  let width = 0;
  const put = (text: string, tone: Span['tone'], more: number) => {
    if (width + more > room) {
      rows.push([]);
      width = 0;
    }
    append(rows.at(-1) as Span[], { text, tone });
    width += more;
  };
  for (const { text, tone } of spans) {
    for (const [run] of text.matchAll(RUNS)) {
      if (!isPrintableAscii(run)) {
        for (const letter of graphemes(run)) put(letter, tone, widthOf(letter));
        continue;
      }
      for (let at = 0; at < run.length; ) {
        const fits = width < room ? room - width : room;
        const piece = run.slice(at, at + fits);
        put(piece, tone, piece.length);
        at += fits;
      }
    }
  }
  return rows;
}

/** Other characters in short runs: splitting a long text into graphemes takes quadratic time. */
const RUNS = /[\x20-\x7e]+|[^\x20-\x7e]{1,200}/gu;

function append(row: Span[], { text, tone }: Span): void {
  const last = row.at(-1);
  if (last?.tone === tone) row[row.length - 1] = { text: last.text + text, tone };
  else row.push({ text, tone });
}
