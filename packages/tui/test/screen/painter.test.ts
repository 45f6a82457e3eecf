import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Painter, type ScreenPoint } from '../../src/screen/painter.ts';

const COLUMNS = 12;
const ROWS = 5;

/** A painter, the screen it paints on, and everything it wrote. */
function painted() {
  const screen = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true, scrollback: 0 });
  const written: string[] = [];
  const painter = new Painter({
    write(text) {
      written.push(text);
      screen.write(text);
    },
  });
  return {
    painter,
    screen,
    written,
    /** The rows of the screen, once everything has reached it. */
    async rows(): Promise<readonly string[]> {
      await new Promise<void>((resolve) => screen.write('', resolve));
      return Array.from({ length: ROWS }, (_, row) => screen.buffer.active.getLine(row)?.translateToString(true) ?? '');
    },
  };
}

describe('what is painted', () => {
  const CASES: readonly [about: string, before: string, after: string, written: string][] = [
    ['the first frame, on a cleared screen', '', 'a\nb', '\u001b[1;1H\u001b[2Ka\u001b[2;1H\u001b[2Kb'],
    ['one row of three', 'a\nb\nc', 'a\nB\nc', '\u001b[2;1H\u001b[2KB'],
    ['rows that are gone', 'a\nb\nc', 'a', '\u001b[2;1H\u001b[2K\u001b[3;1H\u001b[2K'],
    ['rows that are new', 'a', 'a\nb', '\u001b[2;1H\u001b[2Kb'],
  ];

  test.each(CASES)('%s', (_about, before, after, expected) => {
    const { painter, written } = painted();
    painter.show(before);
    painter.show(after);
    expect(written.at(-1)).toBe(`\u001b[?2026h\u001b[?25l${expected}\u001b[?2026l`);
  });

  test('the same frame again is nothing, a cursor that moved is', () => {
    const { painter, written } = painted();
    painter.show('a\nb');
    painter.show('a\nb');
    expect(written).toHaveLength(1);
    painter.cursor = { column: 1, row: 0 };
    painter.show('a\nb');
    expect(written.slice(1)).toEqual(['\u001b[?2026h\u001b[?25l\u001b[1;2H\u001b[?25h\u001b[?2026l']);
  });

  test('after forget the whole frame is painted', () => {
    const { painter, written } = painted();
    painter.show('a');
    painter.forget();
    painter.show('a');
    expect(written[1]).toContain('\u001b[2J\u001b[1;1H\u001b[2Ka');
  });
});

describe('whatever was there before', () => {
  const frame = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '─', '界'), maxLength: COLUMNS / 2 }), {
      minLength: 1,
      maxLength: ROWS,
    })
    .map((rows) => rows.map((row) => row.trimEnd()));
  const cursor = fc.option(
    fc.record<ScreenPoint>({ column: fc.nat({ max: COLUMNS - 1 }), row: fc.nat({ max: ROWS - 1 }) }),
  );
  const step = fc.record({ frame, cursor, rubbish: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 40 })) });

  test('the screen shows the last frame, its cursor where it belongs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { painter, screen, rows } = painted();
        for (const { frame, cursor, rubbish } of steps) {
          if (rubbish !== null) {
            screen.write(rubbish);
            painter.forget();
          }
          painter.cursor = cursor;
          painter.show(frame.join('\n'));
        }
        const last = steps.at(-1) as (typeof steps)[number];
        expect(await rows()).toEqual(Array.from({ length: ROWS }, (_, row) => last.frame[row] ?? ''));
        if (last.cursor === null) return;
        const { cursorX, cursorY } = screen.buffer.active;
        expect({ column: cursorX, row: cursorY }).toEqual(last.cursor);
      }),
    );
  });
});
