import { describe, expect, test } from 'vitest';
import {
  EVERY_OPERATOR,
  mayBeSpelt,
  operatorCharacters,
  operatorCount,
  operatorsSpelt,
} from '../../src/shell/operators.ts';

describe('operators in a text', () => {
  test.each([
    ['ls', 0],
    ['a | b', 1],
    ['a |& b', 1],
    ['a || b && c', 2],
    ['a; b & c | d', 3],
    ['a;b;c;d;e', 4],
  ])('`%s` has %i', (text, count) => {
    expect(operatorCount(text)).toBe(count);
  });
});

describe('a pattern may match a text of as many operators that has all of its characters', () => {
  test.each<[pattern: string, count: number, characters: string, may: boolean]>([
    ['curl *', 1, '|&;', false],
    ['curl * | sh', 1, '|', true],
    ['curl * | sh', 1, '|&', true],
    ['curl * | sh', 1, '&', false],
    ['curl * | sh', 2, '|', false],
    ['* |& sh', 1, '|', false],
    ['* |& sh', 1, '|&', true],
    ['a && b | c', 2, '&', false],
    ['a && b | c', 2, '|&', true],
    ['a; b & c | d', 3, '|&;', true],
    ['a; b & c | d', 3, '|&', false],
    // More than are ever held together.
    ['a;b;c;d;e', 3, '|&;', false],
  ])('`%s`, %i of `%s`: %s', (pattern, count, characters, may) => {
    expect(mayBeSpelt(operatorsSpelt(pattern), count, operatorCharacters(characters), false)).toBe(may);
  });

  test.each([1, 2, 3])('of every kind, %i of any', (count) => {
    for (let characters = 1; characters < 8; characters++) {
      expect(mayBeSpelt(EVERY_OPERATOR, count, characters, false)).toBe(true);
    }
  });

  test('any of several patterns', () => {
    const both = operatorsSpelt('a | b') | operatorsSpelt('a; b; c');
    expect([
      mayBeSpelt(both, 1, 1, false),
      mayBeSpelt(both, 2, 4, false),
      mayBeSpelt(both, 1, 4, false),
      mayBeSpelt(both, 2, 1, false),
    ]).toEqual([true, true, false, false]);
  });
});
