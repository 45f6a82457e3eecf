import { expect, test } from 'vitest';
import { lineDiff } from '../../src/install/line-diff.ts';

test.each([
  ['', 'a\nb\n', ['+ a', '+ b']],
  ['a\nb\n', '', ['- a', '- b']],
  ['a\n', 'a\n', []],
  ['a\nb\nc\n', 'a\nx\nc\n', ['  a', '- b', '+ x', '  c']],
  ['1\n2\n3\n4\n5\n6\n7\n8\n', '1\n2\n3\n4\n5\n6\n7\n8\n9\n', ['  7', '  8', '+ 9']],
  [
    '0\n1\n2\n3\n4\n5\n6\n7\n8\n',
    'x\n1\n2\n3\n4\n5\n6\n7\ny\n',
    ['- 0', '+ x', '  1', '  2', '…', '  6', '  7', '- 8', '+ y'],
  ],
])('%j → %j', (before, after, lines) => {
  expect(lineDiff(before, after)).toEqual(lines);
});
