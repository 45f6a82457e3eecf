import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLiteral } from '../../src/globs/find-literal.ts';

test('short texts', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b') }),
      fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 5 }),
      fc.nat(20),
      (text, needle, from) => {
        const start = Math.min(from, text.length);
        expect(findLiteral(text, needle, start)).toBe(text.indexOf(needle, start));
      },
    ),
  );
});

describe('long needles that nearly repeat', () => {
  const long = 'ab'.repeat(6000);
  test.each([
    ['at the start', `${'ab'.repeat(150)}c`, `${'ab'.repeat(150)}c${long}`],
    ['at the end', `${'ab'.repeat(150)}c`, `${long}${'ab'.repeat(150)}c`],
    ['nowhere', `a${'ab'.repeat(150)}`, long],
    ['one off', `${'a'.repeat(400)}b`, `${'a'.repeat(399)}b${'a'.repeat(9000)}`],
    ['overlapping itself', `${'aab'.repeat(100)}aaa`, `${'aab'.repeat(4000)}${'aab'.repeat(100)}aaab`],
    ['beyond Latin', `${'日本'.repeat(150)}語`, `${'日本'.repeat(4000)}語`],
  ])('%s', (_, needle, text) => {
    for (const from of [0, 1, 7]) expect(findLiteral(text, needle, from)).toBe(text.indexOf(needle, from));
  });
});

test('a long needle among what resembles it is found where it stands', () => {
  const unit = fc.constantFrom('a', 'ab', 'aab', 'aaab', '語a');
  fc.assert(
    fc.property(
      unit,
      fc.array(fc.tuple(fc.nat(200), fc.constantFrom('', 'b', 'c')), { maxLength: 8 }),
      (part, runs) => {
        const near = (times: number) => runs.map(([count, end]) => part.repeat(count * times) + end).join('');
        const needle = `${part.repeat(101)}${near(1)}`;
        const text = near(20) + needle + near(40) + 'x'.repeat(10_000);
        expect(findLiteral(text, needle, 1)).toBe(text.indexOf(needle, 1));
        expect(findLiteral(text, `${needle}y`, 0)).toBe(-1);
      },
    ),
  );
});
