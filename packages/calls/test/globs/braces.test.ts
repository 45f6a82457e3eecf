import { describe, expect, test } from 'vitest';
import { parsePathGlob } from '../../src/globs/parse-path-glob.ts';
import { GLOBSTAR, type PathSegments } from '../../src/types/glob.ts';

/** The alternatives of a glob, spelled out. */
function expanded(text: string): string[] {
  const parsed = parsePathGlob(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.alternatives.map(spelled);
}

function spelled(segments: PathSegments): string {
  return segments
    .map((segment) => {
      if (segment === GLOBSTAR) return '**';
      if (typeof segment === 'string') return segment;
      return segment
        .map((token) => (token.kind === 'literal' ? token.text : token.kind === 'star' ? '*' : '?'))
        .join('');
    })
    .join('/');
}

describe('braces stand for every way to read them', () => {
  test.each([
    ['/{a,b}', ['a', 'b']],
    ['/x{a,b}y', ['xay', 'xby']],
    ['/{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
    ['/{a,{b,c}d}', ['a', 'bd', 'cd']],
    ['/{a/b,c}/d', ['a/b/d', 'c/d']],
    ['/a{,b}', ['a', 'ab']],
    ['/{a}', ['a']],
    ['/a,b', ['a,b']],
    ['/\\{a,b\\}', ['{a,b}']],
    ['/{**,a*}/x', ['**/x', 'a*/x']],
    ['/{?,\\,}', ['?', ',']],
    ['/{a,b}x{c}{{d}}', ['axcd', 'bxcd']],
    ['/{{a,b}{c,d},e}{,f}', ['ac', 'acf', 'ad', 'adf', 'bc', 'bcf', 'bd', 'bdf', 'e', 'ef']],
    [`/${'{'.repeat(32)}a,b${'}'.repeat(32)}`, ['a', 'b']],
    [`/${'{a}'.repeat(2700)}`, ['a'.repeat(2700)]],
  ])('`%s`', (text, alternatives) => {
    expect(expanded(text)).toEqual(alternatives);
  });
});

describe('and say what is wrong with them', () => {
  test.each([
    ['/{a,b', 1],
    ['/a}', 2],
    ['/{a}}', 4],
    ['/{a}{b,{c,d}', 4],
    [`/${'{a,b}'.repeat(11)}`, 1],
    [`/x${'{a,b}'.repeat(1600)}`, 2],
    [`/${'{'.repeat(33)}a${'}'.repeat(33)}`, 33],
    [`/${'{a,b}'.repeat(10)}${'x'.repeat(60)}`, 1],
  ])('`%s` at %i', (text, offset) => {
    const parsed = parsePathGlob(text);
    expect(parsed.ok ? null : parsed.error.offset).toBe(offset);
  });
});
