import { describe, expect, test } from 'vitest';
import { errorText } from '../../src/text/error-text.ts';

describe('errorText', () => {
  test.each([
    ['an error', new Error('boo'), 'boo'],
    ['one without a message', new TypeError(), 'TypeError'],
    ['a text', 'boo', 'boo'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a number', 42, '42'],
    ['a symbol', Symbol('boo'), 'Symbol(boo)'],
    ['an object without a prototype', Object.create(null), 'an error that cannot be shown'],
    [
      'a message that throws',
      Object.defineProperty(new Error('x'), 'message', {
        get() {
          throw new Error('worse');
        },
      }),
      'an error that cannot be shown',
    ],
    ['a message that is no text', Object.assign(new Error('x'), { message: 42 }), 'Error: 42'],
  ])('%s', (_, error, text) => {
    expect(errorText(error)).toBe(text);
  });

  test('a very long one is cut', () => {
    expect(errorText(new Error('x'.repeat(10_000))).length).toBeLessThan(500);
  });
});
