import { plural } from '@caliban/calls/text';
import type { PageDiffLine } from './page-types.ts';
import { linePieces } from './pieces.ts';

const MAX_DIFF_LINES = 600;

/** A unified diff without file names, so that a line that begins with `---` is one that was removed. */
export function diffLines(diff: string): readonly PageDiffLine[] {
  const lines = diff.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const shown = lines.slice(0, MAX_DIFF_LINES).map(diffLine);
  const left = lines.length - shown.length;
  return left === 0 ? shown : [...shown, { sign: '@', text: [{ text: `${plural(left, 'more line')} not shown` }] }];
}

function diffLine(line: string): PageDiffLine {
  const [sign = ' '] = line;
  if (sign === '@' || sign === '\\') return { sign: '@', text: linePieces(line) };
  return { sign: sign === '+' || sign === '-' ? sign : ' ', text: linePieces(line.slice(1)) };
}
