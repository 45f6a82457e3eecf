import { describe, expect, test } from 'vitest';
import { diffCounts, diffRows } from '../../src/ask/diff-lines.ts';
import type { Tone } from '../../src/screen/line.ts';

/** Each row as text; what is marked as a changed word stands between `«` and `»`. */
function shown(diff: string): readonly string[] {
  const marked: readonly Tone[] = ['added-word', 'removed-word'];
  return diffRows(diff).map(
    ({ gutter, spans }) =>
      gutter + spans.map(({ text, tone }) => (marked.includes(tone) ? `«${text}»` : text)).join(''),
  );
}

describe('diffRows', () => {
  test.each<[string, string, readonly string[]]>([
    ['a new file', '@@ -0,0 +1,2 @@\n+one\n+two', ['1 +one', '2 +two']],
    [
      'a word of a line',
      '@@ -9,3 +9,3 @@\n a\n-let lamp = on(1);\n+let lamp = off(1);\n b',
      ['   ⋯', ' 9  a', '10 -let lamp = «on»(1);', '10 +let lamp = «off»(1);', '11  b'],
    ],
    ['a word that is new', '@@ -1 +1 @@\n-a c\n+a b c', ['1 -a c', '1 +a «b »c']],
    [
      'hardly a word is the same',
      '@@ -1 +1 @@\n-let a = 1234567;\n+for ever and a day',
      ['1 -let a = 1234567;', '1 +for ever and a day'],
    ],
    ['more lines than before', '@@ -1 +1,2 @@\n-a b\n+a c\n+d', ['1 -a b', '1 +a c', '2 +d']],
    ['two places', '@@ -1 +1 @@\n-a\n@@ -9 +8 @@\n+b', [' 1 -a', '   ⋯', ' 8 +b']],
    ['hidden characters', '@@ -1 +1 @@\n-a\u200b', ['1 -a\\u{200b}']],
    ['no line end', '@@ -1 +1 @@\n-a\n\\ No newline at end of file', ['1 -a', '  \\ No newline at end of file']],
  ])('%s', (_, diff, rows) => {
    expect(shown(diff)).toEqual(rows);
  });

  test('file names are not lines of a file', () => {
    expect(diffCounts('--- a\n+++ b\n@@ -1 +1,2 @@\n-a\n+b\n+c')).toEqual({ added: 2, removed: 1 });
  });
});
