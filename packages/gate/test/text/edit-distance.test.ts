import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from '../../src/text/edit-distance.ts';

test.each([
  ['', '', 0],
  ['list', 'list', 0],
  ['', 'list', 4],
  ['lst', 'list', 1],
  ['lists', 'list', 1],
  ['lisp', 'list', 1],
  ['lsit', 'list', 1],
  ['lint', 'test', 3],
])('%j and %j are %i apart', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});

test('it is the same both ways, and nothing only between equals', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
      const distance = editDistance(one, other);
      expect(distance).toBe(editDistance(other, one));
      expect(distance === 0).toBe(one === other);
    }),
  );
});
