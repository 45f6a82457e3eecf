import { anywhere, matchesSegments, matchesText, parsePathGlob, parseTextGlob } from '@caliban/calls/globs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GlobShape, textShape, unproven } from '../../../src/judge/index/glob-shape.ts';
import { pathShape } from '../../../src/judge/index/path-shape.ts';

describe('text globs', () => {
  test.each<[string, GlobShape]>([
    ['ls', { kind: 'exact', text: 'ls' }],
    ['git *', { kind: 'starts', text: 'git ', longer: false }],
    ['*.sh', { kind: 'framed', head: '', middle: 'anything', tail: '.sh' }],
    ['git * --force', { kind: 'framed', head: 'git ', middle: 'anything', tail: ' --force' }],
    ['*rm *', { kind: 'contains', text: 'rm ' }],
    ['**', { kind: 'starts', text: '', longer: false }],
    ['a*bb*c', { kind: 'mixed', head: 'a', tail: 'c', inner: 'bb' }],
    ['ab?cde?f', { kind: 'mixed', head: 'ab', tail: 'f', inner: 'cde' }],
    ['?', { kind: 'mixed', head: '', tail: '', inner: '' }],
  ])('`%s`', (glob, shape) => {
    expect(textShape(parseTextGlob(glob))).toEqual(shape);
  });

  test('a shape says nothing that is not so', () => {
    const glob = fc.array(fc.constantFrom('a', 'b', '*', '?', '\\*'), { minLength: 1, maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(glob, fc.boolean(), text, (pieces, isAnywhere, text) => {
        const written = parseTextGlob(pieces.join(''));
        const parsed = isAnywhere ? anywhere(written) : written;
        expectToHold(textShape(parsed), text, matchesText(parsed, text));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('path globs', () => {
  test.each<[string, GlobShape]>([
    ['/a/b.md', { kind: 'exact', text: 'a/b.md' }],
    ['/a/**', { kind: 'starts', text: 'a/', longer: true }],
    ['/a/**/*', { kind: 'starts', text: 'a/', longer: true }],
    ['/**', { kind: 'starts', text: '', longer: true }],
    ['/a/*', { kind: 'framed', head: 'a/', middle: 'name', tail: '' }],
    ['/a/b*.md', { kind: 'framed', head: 'a/b', middle: 'name', tail: '.md' }],
    ['/a/**/*.md', { kind: 'framed', head: 'a/', middle: 'anything', tail: '.md' }],
    ['/a/**/b.md', { kind: 'framed', head: 'a/', middle: 'directories', tail: 'b.md' }],
    ['*.md', { kind: 'framed', head: '', middle: 'anything', tail: '.md' }],
    ['/a/*/b', { kind: 'mixed', head: 'a/', tail: '/b', inner: '' }],
    ['/a/**/bc/**/d', { kind: 'mixed', head: 'a/', tail: 'd', inner: 'bc/' }],
    ['/a/**/b*', { kind: 'mixed', head: 'a/', tail: '', inner: 'b' }],
    ['/a\\/b', { kind: 'mixed', head: 'a/b', tail: '', inner: '' }],
  ])('`%s`', (glob, shape) => {
    const parsed = parsePathGlob(glob);
    expect(parsed.ok && pathShape(parsed.value.alternatives[0] ?? [])).toEqual(shape);
  });

  test('a shape says nothing that is not so', () => {
    const segment = fc.constantFrom('a', 'b', 'ab', '*', '**', '?', 'a*', '*b', 'a*b', '*a*', '[ab]', 'a\\/b', '\\*');
    const name = fc.constantFrom('a', 'b', 'ab', 'ba', 'aab', '*', 'xaby');
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), fc.array(name, { maxLength: 5 }), (segments, names) => {
        const parsed = parsePathGlob(`/${segments.join('/')}`);
        if (!parsed.ok) return;
        const path = names.join('/');
        for (const alternative of parsed.value.alternatives) {
          expectToHold(pathShape(alternative), path, matchesSegments(alternative, path));
        }
      }),
      { numRuns: 3000 },
    );
  });
});

/** A mixed shape is necessary; any other is the whole truth. What is unproven is necessary too. */
function expectToHold(shape: GlobShape, text: string, matches: boolean): void {
  if (shape.kind !== 'mixed') expect(fits(shape, text)).toBe(matches);
  if (matches) expect(fits(shape, text) && fits(unproven(shape), text)).toBe(true);
}

function fits(shape: GlobShape, text: string): boolean {
  switch (shape.kind) {
    case 'exact':
      return text === shape.text;
    case 'starts':
      return text.startsWith(shape.text) && (!shape.longer || text.length > shape.text.length);
    case 'contains':
      return text.includes(shape.text);
    case 'framed': {
      const { head, tail } = shape;
      const between = text.slice(head.length, text.length - tail.length);
      if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
      if (shape.middle === 'name') return text !== '' && !between.includes('/');
      return shape.middle === 'anything' || between === '' || between.endsWith('/');
    }
    case 'mixed':
      return text.startsWith(shape.head) && text.endsWith(shape.tail) && text.includes(shape.inner);
  }
}
