import { spelledOut } from '@caliban/calls/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spelledSpans } from '../../src/fields/spelled.ts';
import { lineText } from '../../src/screen/line.ts';
import { widthOf } from '../../src/screen/width.ts';
import { wrapSpans } from '../../src/screen/wrap-spans.ts';

describe('wrapSpans', () => {
  test('breaks exactly, across spans, wide letters whole', () => {
    const rows = wrapSpans(
      [
        { text: 'abcdef', tone: 'plain' },
        { text: 'gh日本', tone: 'dim' },
      ],
      4,
    );
    expect(rows.map(lineText)).toEqual(['abcd', 'efgh', '日本']);
  });

  test('loses nothing and never exceeds the room', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.integer({ min: 2, max: 30 }), (texts, columns) => {
        const spans = texts.flatMap((text) => spelledSpans(text, 'plain'));
        const rows = wrapSpans(spans, columns);
        expect(rows.map(lineText).join('')).toBe(lineText(spans));
        for (const row of rows) expect(widthOf(lineText(row))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('spelledSpans', () => {
  test('escaped characters differ from text that looks like them', () => {
    expect(spelledSpans('\\e[2J\u001b[2J', 'plain')).toEqual([
      { text: '\\e[2J', tone: 'plain' },
      { text: '\\e', tone: 'warning' },
      { text: '[2J', tone: 'plain' },
    ]);
  });

  test('says the same as the whole text spelled out, and leaves nothing that does not show', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = lineText(spelledSpans(text, 'plain'));
        expect(spelledOut(shown)).toBe(shown);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
