import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHoles, holesEndAt, holesStartAt } from '../../src/globs/hole-segment.ts';

const CHARACTER = fc.constantFrom('a', 'b', '😀', 'é');
const SEGMENT = fc
  .tuple(
    fc.array(fc.option(CHARACTER), { maxLength: 4 }),
    fc.array(fc.option(CHARACTER), { maxLength: 4 }),
    fc.constantFrom(0, 30, 40),
    // A long run of holes is not a bit for each.
    fc.constantFrom(1, 1, 33, 34, 35, 36, 70),
  )
  .map(([start, end, padding, holes]) => ({
    characters: [...start, ...Array<string>(padding).fill('a'), ...Array<null>(holes).fill(null), ...end],
  }));
const TEXT = fc
  .tuple(fc.array(CHARACTER, { maxLength: 60 }), fc.constantFrom(0, 45, 90))
  .map(([start, padding]) => [...start, ...Array<string>(padding).fill('a'), ...start].join(''));

/** UTF-16 offsets at which a character starts, and the end. */
function offsets(text: string): number[] {
  let at = 0;
  return [0, ...Array.from(text, (character) => (at += character.length))];
}

test('starts, ends and leftmost place agree with trying every place', () => {
  fc.assert(
    fc.property(SEGMENT, TEXT, (segment, text) => {
      const starts = offsets(text);
      const characters = Array.from(text);
      const fits = (from: number) =>
        from + segment.characters.length <= characters.length &&
        segment.characters.every((character, index) => character === null || character === characters[from + index]);

      for (const [index, offset] of starts.entries()) {
        const end = index + segment.characters.length;
        expect(holesEndAt(segment, text, offset)).toBe(fits(index) ? starts[end] : -1);
        const start = index - segment.characters.length;
        expect(holesStartAt(segment, text, offset)).toBe(start >= 0 && fits(start) ? starts[start] : -1);
        const first = characters.findIndex((_, from) => from >= index && fits(from));
        expect(findHoles(segment, text, offset)).toBe(first === -1 ? -1 : starts[first + segment.characters.length]);
      }
    }),
    { numRuns: 300 },
  );
});
