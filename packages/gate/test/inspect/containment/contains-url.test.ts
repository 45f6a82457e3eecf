import { matchesUrl, parseUrlGlob } from '@caliban/calls/globs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsUrl } from '../../../src/inspect/containment/contains-url.ts';
import { urlNfa } from '../../../src/inspect/containment/url-nfa.ts';
import { accepts } from './accepts.ts';
import { everyText } from './every-text.ts';

const effort = () => ({ left: 1_000_000 });

describe('containsUrl', () => {
  test.each([
    ['https://a.test/*', 'https://a.test/docs/*', 'yes'],
    ['https://*.a.test/*', 'https://docs.a.test/x', 'yes'],
    ['https://*.a.test/*', 'https://*.b.a.test/*', 'yes'],
    ['https://*.a.test/*', 'https://evil.test/x.a.test/*', 'no'], // a star before the path stays in the host
    ['*.a.test/*', 'https://evil.test/x.a.test/*', 'yes'], // without a scheme it does not
    ['https://*', 'https://*.a.test/*', 'yes'],
    ['https://*/x', 'https://a.test/*', 'no'],
    ['*://*', 'https://a.test', 'yes'],
    ['http*', 'https://a.test', 'yes'],
    ['https://a.test', 'https://A.test:443', 'yes'],
    ['https://a.test', 'https://a.test/', 'yes'], // without a path, or with the root
    ['https://a.test/', 'https://a.test', 'no'],
  ])('`%s` contains `%s`: %s', (larger, smaller, answer) => {
    expect(containsUrl(parseUrlGlob(larger), parseUrlGlob(smaller), effort())).toBe(answer);
  });
});

const urls = everyText('a:/?', 7);
const glob = fc
  .tuple(
    fc.constantFrom('a', '*', '?', '*a'),
    fc.constantFrom('://', ''),
    fc.constantFrom('a', '*', '?a', '*a', ''),
    fc.constantFrom('', '/', '/*', '/a*', '*'),
  )
  .map((parts) => parseUrlGlob(parts.join('')));

describe('against every text of up to seven characters', () => {
  test('the automaton accepts what the matcher matches, and containment agrees', () => {
    fc.assert(
      fc.property(glob, glob, (smaller, larger) => {
        const inside = urls.filter((url) => matchesUrl(smaller, url));
        const nfa = urlNfa(smaller);
        expect(urls.filter((url) => accepts(nfa, url))).toEqual(inside);
        const answer = containsUrl(larger, smaller, effort());
        if (inside.some((url) => !matchesUrl(larger, url))) expect(answer).toBe('no');
      }),
      { numRuns: 60 },
    );
  });
});
