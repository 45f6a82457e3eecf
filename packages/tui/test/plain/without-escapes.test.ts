import { expect, test } from 'vitest';
import { withoutEscapes } from '../../src/plain/without-escapes.ts';

test.each([
  ['shift+tab', '\u001b[Z', ''],
  ['ctrl+shift+b', '\u001b[98;6u', ''],
  ['arrows in a line', 'a\u001b[Db\u001b[1;5Cc', 'abc'],
  ['arrows, the other way', '\u001bOA\u001bOBx', 'x'],
  ['F1', 'x\u001bOP', 'x'],
  ['F1 on a console', '\u001b[[Ax', 'x'],
  ['delete', 'x\u001b[3~y', 'xy'],
  ['a sequence that was not finished', 'x\u001b[1;', 'x'],
  ['the escape key', '\u001bOnly this', 'Only this'],
  ['the escape key before a letter that begins reports', '\u001bPlease', 'Please'],
  ['two of them', '\u001b\u001b[Zx', 'x'],
  ['a text with brackets', 'a[Z] and [98;6u', 'a[Z] and [98;6u'],
])('%s', (_, typed, line) => {
  expect(withoutEscapes(typed)).toBe(line);
});
