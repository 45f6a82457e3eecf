import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineText } from '../../src/screen/line.ts';
import { Transcript } from '../../src/session/transcript.ts';
import { type Anchor, pageDown, pageUp, type View, visibleRows } from '../../src/session/viewport.ts';

function viewOf(lines: number, rows: number): View {
  const transcript = new Transcript();
  for (let line = 1; line <= lines; line += 1) transcript.addNotice(`line ${line}`);
  return { entries: transcript.entries, columns: 40, rows, detail: 'collapsed', now: 0 };
}

function shown(view: View, anchor: Anchor | null): readonly string[] {
  return visibleRows(view, anchor).map(lineText);
}

test('a page up overlaps by one row, and the first page is whole', () => {
  const view = viewOf(20, 5);
  const once = pageUp(view, null);
  expect(shown(view, once)).toEqual(['line 12', 'line 13', 'line 14', 'line 15', 'line 16']);
  let anchor = once;
  for (let time = 0; time < 9; time += 1) anchor = pageUp(view, anchor);
  expect(shown(view, anchor)).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'line 5']);
  expect(shown(view, pageDown(view, anchor))).toEqual(['line 5', 'line 6', 'line 7', 'line 8', 'line 9']);
});

test('new rows do not move the rows being read', () => {
  const view = viewOf(20, 5);
  const anchor = pageUp(view, null);
  expect(shown(viewOf(30, 5), anchor)).toEqual(shown(view, anchor));
});

test('up and down as often as one likes: the screen is never blank, and down finds the end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.boolean()),
      (lines, rows, steps) => {
        const view = viewOf(lines, rows);
        let anchor: Anchor | null = null;
        for (const isUp of steps) {
          anchor = isUp ? pageUp(view, anchor) : pageDown(view, anchor);
          expect(shown(view, anchor)).toHaveLength(Math.min(lines, rows));
        }
        for (let time = 0; time <= lines; time += 1) anchor = pageDown(view, anchor);
        expect(anchor).toBeNull();
      },
    ),
  );
});
