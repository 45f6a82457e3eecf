import { expect, test } from 'vitest';
import { expandVariables } from '../../src/settings/expand-variables.ts';

const env = { TOKEN: 'abc', EMPTY: '', A: '$TOKEN' };

test.each([
  ['plain', 'plain'],
  ['Bearer $TOKEN', 'Bearer abc'],
  ['${TOKEN}x', 'abcx'],
  ['$EMPTY', ''],
  ['$A', '$TOKEN'],
  ['cost: 5$', 'cost: 5$'],
  ['$$TOKEN', '$TOKEN'],
])('`%s` → `%s`', (text, expanded) => {
  expect(expandVariables(text, env)).toEqual({ ok: true, value: expanded });
});

test.each(['$NONE', '${NONE}', '$toString'])('`%s` is not set', (text) => {
  expect(expandVariables(text, env)).toMatchObject({ ok: false, error: expect.stringContaining('is not set') });
});
