import { describe, expect, test } from 'vitest';
import { textsOfInput, withoutFileScheme } from '../../src/describe/texts-of-input.ts';

describe('the texts of an input', () => {
  test.each<[unknown, readonly string[]]>([
    ['a', [':a']],
    [{ path: 'a' }, ['path:a']],
    [{ paths: ['a', 'b'] }, ['paths:a', 'paths:b']],
    [{ steps: [{ file: { name: 'a' } }], path: 'b' }, ['path:b', 'name:a']],
    [[[['a']]], [':a']],
    [{ n: 1, yes: true, none: null }, []],
    [undefined, []],
  ])('%j → %j', (input, texts) => {
    const found = textsOfInput(input, 10);
    expect([found.texts.map(({ key, text }) => `${key}:${text}`), found.isCut]).toEqual([texts, false]);
  });

  test.each<[string, unknown, number]>([
    ['wide', Array.from({ length: 10 }, () => 'a'), 9],
    ['wide, by keys', Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at, 'a'])), 9],
    ['deep', Array.from({ length: 10 }).reduce<unknown>((inner) => [inner], 'a'), 0],
    ['wide after wide', [['a', 'a', 'a', 'a'], [], ['a', 'a', 'a', 'a']], 6],
  ])('of one that is %s only the first are looked at', (_, input, count) => {
    const { texts, isCut } = textsOfInput(input, 10);
    expect([texts.length, isCut]).toEqual([count, true]);
  });
});

test.each([
  ['file:///etc/x', '/etc/x'],
  ['FILE://localhost/etc/x', '/etc/x'],
  ['file:///a%20b/%2Essh', '/a b/.ssh'],
  ['file:///100%', '/100%'],
  ['https://x.test/a', 'https://x.test/a'],
  ['a/b', 'a/b'],
])('`%s` → `%s`', (text, path) => {
  expect(withoutFileScheme(text)).toBe(path);
});
