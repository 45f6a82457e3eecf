import { EMPTY_LINE, type Line } from '../screen/line.ts';
import { safeLines } from '../screen/safe-text.ts';
import { wrap } from '../screen/wrap.ts';
import { blockLines } from './block-lines.ts';
import { blocksOf } from './parse.ts';

/** A model's Markdown, as rows no wider than `columns`. Contains no control, direction or invisible characters. */
export function markdownLines(text: string, columns: number): readonly Line[] {
  const blocks = blocksOf(withoutBareEnd(text.trimEnd()));
  const rows = blocks === null ? plainLines(text, columns) : blockLines(blocks, Math.max(1, columns));
  return rows.length === 0 ? [EMPTY_LINE] : rows;
}

function plainLines(text: string, columns: number): readonly Line[] {
  return safeLines(text.trimEnd()).flatMap((each) =>
    wrap(each, columns).map((row): Line => [{ text: row, tone: 'plain' }]),
  );
}

/**
 * While text streams in, a last line of markers alone can still become anything: `-` would turn a paragraph into a heading for a
 * moment. At the end of a finished text such a line draws nothing important.
 */
function withoutBareEnd(text: string): string {
  const end = text.lastIndexOf('\n');
  return end > 0 && BARE_MARKERS.test(text.slice(end + 1)) ? text.slice(0, end) : text;
}

const BARE_MARKERS = /^[ \t>|:`~*#=+-]*$/;
