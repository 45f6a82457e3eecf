import { describe, expect, test } from 'vitest';
import { quotedOffset } from '../../src/documents/quoted-offset.ts';

describe('the position of a character in its source', () => {
  test.each([
    ['"abc"', 0, 1],
    ['"abc"', 3, 4],
    ["'a\\nc'", 2, 3],
    ['"a\\nc"', 2, 4],
    ['"\\u0041b"', 1, 7],
    ['"\\U0001F642b"', 2, 11],
    ['"\\x41b"', 1, 5],
    ['"""\nab"""', 1, 5],
    ['"""\r\nab"""', 1, 6],
    ['"""a\\\n   b"""', 1, 4],
    ['"""a\\\n   b"""', 2, 10],
    ["'''\nab'''", 1, 5],
    ['""', 0, 1],
    ['"abc"', 99, 5],
  ])('%j %i → %i', (quoted, offset, expected) => {
    expect(quotedOffset(quoted, offset)).toBe(expected);
  });
});
