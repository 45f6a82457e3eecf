import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToText } from '../../../src/tools/web/html-to-text.ts';

const text = (html: string) => htmlToText(html, 'https://a.test/dir/page');

describe('a page as text', () => {
  test.each([
    ['<title>T &amp; t</title><body>x', 'T & t\n\nx'],
    ['<h1>A</h1>b<h2>C</h2>', '# A\n\nb\n\n## C'],
    ['<p>one\n two</p><p>three</p>', 'one two\n\nthree'],
    ['a<br>b', 'a\nb'],
    ['<ul><li>a<li>b<ul><li>c</ul></ul>d', '- a\n- b\n  - c\n\nd'],
    ['<a href="x.html">link</a>!', 'link (https://a.test/dir/x.html)!'],
    ['<a href=/x>link</a>', 'link (https://a.test/x)'],
    ['<a href="#top">up</a> <a href="javascript:x()">js</a>', 'up js'],
    ['<pre>a\n  b &lt;\n</pre>c', '```\na\n  b <\n```\nc'],
    ['run <code>x y</code> now', 'run `x y` now'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a | b |\nc |'],
    ['<img alt="a dog" src=x><img>', '[image: a dog]'],
    ['a<script>if (1 < 2) "</div>"</script>b<style>p{}</style>c', 'abc'],
    ['a<SCRIPT>x</SCRIPT>b', 'ab'],
    ['a<!-- <b>no</b> -->b', 'ab'],
    ['<!doctype html><?xml x?>a', 'a'],
    ['<p title="a > b">c', 'c'],
    ['<p title=\'it > "x"\'>c', 'c'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    // As in a browser.
    ['a <b', 'a'],
    ['a<svg/>b<svg><title>no</title></svg>c', 'abc'],
    ['<a href="/1" href="/2">x</a>', 'x (https://a.test/1)'],
    ['<a href="/?a=1&amp;b=2">x</a>', 'x (https://a.test/?a=1&b=2)'],
    ['<pre>a&nbsp;b</pre>', '```\na b\n```'],
    ['İİİ<script>x</script>y', 'İİİy'],
    ['a<script>never closed', 'a'],
    ['a<!-- never closed', 'a'],
    ['', ''],
  ])('%s', (html, expected) => {
    expect(text(html)).toBe(expected);
  });
});

test.each([
  ['&amp;&lt;&gt;&quot;&#39;&nbsp;.', '&<>"\' .'],
  ['&Aacute;&check;&hellip;', 'Á✓…'],
  ['&#x41;&#65;&#x1F600;', 'AA😀'],
  ['&#0;&#xD800;&#x110000;', '\ufffd\ufffd\ufffd'],
  ['&nosuch; & &; &constructor;', '&nosuch; & &; &constructor;'],
  ['&amp;lt;', '&lt;'],
])('%s', (from, to) => {
  expect(text(from)).toBe(to);
});

describe('hostile pages', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '=',
    '<a ',
    '<a href="',
    '<!--',
    '-->',
    '<script',
    '</script',
    '/',
    'x',
    ' ',
    '\n',
    '&#',
    ';',
    '<pre>',
    '</ul>',
    '<li>',
  );

  test('never throw', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => typeof text(parts.join('')) === 'string'),
      {
        numRuns: 500,
      },
    );
  });

  // A quadratic reader would need minutes for each.
  test.each([
    ['<'],
    ['<a '],
    ['<a "'],
    ['<a href="'],
    ['<a href=\'"'],
    ['<!--'],
    ['<script>'],
    ['</'],
    ['<li>'],
    ['<ul>'],
    ['<pre>'],
    ['&'],
    ['<a href="x">'],
    ['<a b="c" '],
    ['<b a=">'],
    [' '],
    ['<p>\n'],
    ['<title>'],
    ['<code>'],
    ['<b></i>'],
    ['</ul>'],
  ])(
    '%s a hundred thousand times is read in one pass',
    (piece) => {
      expect(typeof text(piece.repeat(100_000))).toBe('string');
      expect(typeof text(`${piece.repeat(100_000)}>`)).toBe('string');
      expect(typeof text(piece.repeat(100_000) + '</i>'.repeat(100_000))).toBe('string');
    },
    30_000,
  );
});
