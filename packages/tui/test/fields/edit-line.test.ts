import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EditedLine, editedLine, editLine } from '../../src/fields/edit-line.ts';
import { textFieldLine } from '../../src/fields/text-field.ts';
import { KeyDecoder } from '../../src/input/key-decoder.ts';
import { lineText } from '../../src/screen/line.ts';
import { widthOf } from '../../src/screen/width.ts';

function typed(start: EditedLine, bytes: string): EditedLine {
  const decoder = new KeyDecoder();
  return [...decoder.feed(bytes), ...decoder.flush()].reduce((line, press) => editLine(line, press) ?? line, start);
}

function marked({ before, after }: EditedLine): string {
  return `${before}|${after}`;
}

describe('editLine', () => {
  test.each([
    ['', 'abc', 'abc|'],
    ['git push', '\u001b[D\u001b[D', 'git pu|sh'],
    ['git push', '\u001b[Hx', 'x|git push'],
    ['git push', '\u0001\u001b[Fx', 'git pushx|'],
    ['git push', '\u0001\u0005', 'git push|'],
    ['git push', '\u001b[D\u001b[D\u000b', 'git pu|'],
    ['git push', '\u001b[D\u001b[D\u0015', '|sh'],
    ['git push  ', '\u0017', 'git |'],
    ['git push', '\u0017\u0017\u0017', '|'],
    ['git push', '\u001b\u007f', 'git |'],
    ['git push', '\u001bb\u001bb', '|git push'],
    ['git push', '\u0001\u001bf', 'git| push'],
    ['git push', '\u001b[1;5D', 'git |push'],
    ['a👩‍👧b', '\u001b[D\u007f', 'a|b'],
    ['e\u0301', '\u007f', '|'],
    ['ab', '\u0001\u001b[3~', '|b'],
    ['ab', '\u0001\u0004', '|b'],
    ['', '\u007f\u001b[3~\u001b[C\u001b[D', '|'],
    ['', '\u001b[200~one\r\ntwo\nthree\u001b[201~', 'one two three|'],
    // Neither a newline nor a key of somebody else is text.
    ['a', '\n\r\t\u001b[A\u001b[B\u001b[5~', 'a|'],
  ])('%j and %j give %s', (start, bytes, expected) => {
    expect(marked(typed(editedLine(start), bytes))).toBe(expected);
  });

  test('a whole file pasted by mistake is cut', () => {
    expect(typed(editedLine(''), `\u001b[200~${'x'.repeat(1_000_000)}\u001b[201~`).before).toHaveLength(4000);
  });
});

describe('textFieldLine', () => {
  test.each([
    ['abc', '', 10, 'abc▏'],
    ['ab', 'c', 10, 'ab▏c'],
    ['abcdefghij', '', 8, '…efghij▏'],
    ['', 'abcdefghij', 8, '▏abcdef…'],
    ['a\u001b[2J', '', 20, 'a\\e[2J▏'],
  ])('%j and %j in %d columns', (before, after, columns, shown) => {
    expect(lineText(textFieldLine({ text: { before, after }, columns, hasFocus: true }))).toBe(shown);
  });

  test('never wider than its room, and the cursor is always seen', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 14, max: 40 }),
        (before, after, columns) => {
          const shown = lineText(textFieldLine({ text: { before, after }, columns, hasFocus: true }));
          expect(shown).toContain('▏');
          expect(widthOf(shown)).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});
