import { plural, visible } from '@caliban/calls/text';
import { shortCount } from '../../screen/figures.ts';
import { widthOf } from '../../screen/width.ts';
import { hardWrap } from '../../screen/wrap.ts';
import type { Buffer, Unit } from './buffer.ts';

export type PromptLayout = {
  /** Safe text, each row at most as wide as requested. */
  readonly rows: readonly string[];
  readonly cursor: Place;
  /** Where each unit begins, and the position after the last. */
  readonly places: readonly Place[];
};

export type Place = { readonly row: number; readonly column: number };

/** The prompt in rows, and the cursor's position in them. */
export function layOutPrompt({ units, cursor }: Buffer, columns: number): PromptLayout {
  const room = Math.max(2, columns);
  const rows = [''];
  const places: Place[] = [];
  let column = 0;
  for (const unit of units) {
    for (const [index, piece] of hardWrap(shown(unit), room).entries()) {
      const width = widthOf(piece);
      // A cursor after the last character needs a column, too.
      if (index > 0 || column + width > room - 1) {
        rows.push('');
        column = 0;
      }
      if (index === 0) places.push({ row: rows.length - 1, column });
      rows[rows.length - 1] += piece;
      column += width;
    }
    if (unit === '\n') {
      rows.push('');
      column = 0;
    }
  }
  places.push({ row: rows.length - 1, column });
  return { rows, places, cursor: places[cursor] as Place };
}

function shown(unit: Unit): string {
  if (typeof unit === 'object') return foldedText(unit.pasted);
  if (unit === '\n') return '';
  return unit === '\t' ? '    ' : visible(unit);
}

export function foldedText(pasted: string): string {
  const lines = pasted.split('\n').length;
  return lines > 1 ? `[pasted ${plural(lines, 'line')}]` : `[pasted ${shortCount(pasted.length)} characters]`;
}

/** The unit nearest to the cursor's column one row up or down; null if there is no such row. */
export function verticalStep({ places, cursor }: PromptLayout, towards: 'up' | 'down'): number | null {
  const row = cursor.row + (towards === 'up' ? -1 : 1);
  let best: number | null = null;
  for (const [index, place] of places.entries()) {
    if (place.row === row && (best === null || place.column <= cursor.column)) best = index;
  }
  return best;
}
