import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesText } from '../../src/globs/text-glob.ts';
import { describeUrl, matchesUrl, parseUrlGlob } from '../../src/globs/url-glob.ts';

/** As the gate does it: the url in normal form. */
function matches(glob: string, url: string): boolean {
  return matchesUrl(parseUrlGlob(glob), describeUrl(url).normal ?? url);
}

describe('matches', () => {
  test.each([
    ['https://a.test/*', 'https://a.test/x/y'],
    ['https://a.test/*', 'HTTPS://A.test:443/'],
    ['https://a.test', 'https://a.test'],
    ['https://a.test', 'https://a.test/'],
    ['https://*.a.test/*', 'https://docs.a.test/x'],
    ['https://docs.*', 'https://docs.anything.test/x/y'],
    ['http*://a.test/', 'https://a.test/'],
    ['https://bücher.test/*', 'https://bücher.test/x'],
    ['https://bücher.test/*', 'https://xn--bcher-kva.test/x'],
    ['https://a.test/日本/*', 'https://a.test/日本/x'],
    ['https://a.test/日本/*', 'https://a.test/%E6%97%A5%E6%9C%AC/x'],
    ['https://a.test/ü', 'https://a.test/ü'],
    ['https://a.test/a b', 'https://a.test/a b'],
    ['https://a.test/find\\?q=<ü "😀">*', 'https://a.test/find?q=<ü "😀">&x'],
    ['https://a.test/\ud800', 'https://a.test/\ud800'],
    ['*/日本/*', 'https://a.test/日本/x'],
    ['https://a.test*/日本', 'https://a.test:none/日本'], // as written: it does not parse
    ['*a.test*', 'https://x.a.test/'],
    ['https://a.test:8080/*', 'https://a.test:8080/x'],
    ['https://s.test/find?q=*', 'https://s.test/findxq=1'],
  ])('`%s` and %s', (glob, url) => {
    expect(matches(glob, url)).toBe(true);
  });
});

describe('does not match', () => {
  test.each([
    ['https://a.test/*', 'http://a.test/x'],
    ['https://a.test/*', 'https://a.test'],
    ['https://a.test/*', 'https://evil.test/?https://a.test/x'],
    ['https://*.a.test/*', 'https://evil.test/.a.test/x'],
    ['https://*.a.test/*', 'https://a.test/x'],
    ['https://a.*/x', 'https://a.evil.test/y/x'],
    ['http*://a.test/', 'https://evil.test/://a.test/'],
    ['https://a.test', 'https://a.test/x'],
    ['https://a.test/日本/*', 'https://a.test/日/x'],
    ['https://a.test/a b', 'https://a.test/a+b'],
  ])('`%s` and %s', (glob, url) => {
    expect(matches(glob, url)).toBe(false);
  });
});

test('what no loose glob matches, the glob does not match', () => {
  const piece = fc.constantFrom('https', 'http', '*', '://', 'a', '.test', '/', ':80', '?', 'x', '.');
  const text = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, text, (pattern, url) => {
      const glob = parseUrlGlob(pattern);
      if (matchesUrl(glob, url)) expect(glob.loose.some((loose) => matchesText(loose, url))).toBe(true);
    }),
  );
});

describe('userinfo, as any reader of urls may see it', () => {
  test.each([
    ['https://me:pw@a.test/', true],
    ['https://me@a.test', true],
    ['https://a.test\\@b.test/', true], // b.test by RFC 3986
    ['https://a.test\\x:y@b.test/', true],
    ['https://a.test/@me', false],
    ['https://a.test/?to=me@b.test', false],
    ['https://a.test#x@y', false],
    ['mailto:me@a.test', false],
  ])('%s → %s', (url, has) => {
    expect(describeUrl(url).hasUserinfo).toBe(has);
  });
});
