import { formatPattern, parsePattern, type Rule } from '@caliban/gate';
import { expect, test } from 'vitest';
import { rulesOverTime } from '../../src/session-services/rules-over-time.ts';

test.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['nothing happened', ['a', 'b'], ['a', 'b'], ['a', 'b']],
  ['one is new', ['a', 'b'], ['a', 'x', 'b'], ['a', '+x', 'b']],
  ['the first is gone', ['a', 'b'], ['b'], ['-a', 'b']],
  ['one between is gone', ['a', 'b', 'c'], ['a', 'c'], ['a', '-b', 'c']],
  ['all are gone', ['a', 'b'], [], ['-a', '-b']],
  ['one is changed', ['a', 'b', 'c'], ['a', 'x', 'c'], ['a', '+x', '-b', 'c']],
  ['and a layer below has a new one', ['a', 'b'], ['a', 'x', 'user y'], ['a', '+x', '-b', '+y']],
  ['two have changed places', ['a', 'b'], ['b', 'a'], ['b', 'a']],
  ['one of two that are alike is gone', ['a', 'b', 'a'], ['a', 'b'], ['a', 'b', '-a']],
  ['one stands there twice now', ['a'], ['a', 'a'], ['a', '+a']],
])('%s', (_, loaded, now, expected) => {
  const rows = rulesOverTime(loaded.map(rule), now.map(rule));
  const marks = { now: '', 'from-the-next-start': '+', 'until-the-next-start': '-' };
  expect(rows.map((row) => marks[row.counts] + formatPattern(row.rule.pattern))).toEqual(expected);
});

function rule(text: string): Rule {
  const [layer, name] = text.startsWith('user ') ? (['user', text.slice(5)] as const) : (['local', text] as const);
  const pattern = parsePattern(name);
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action: 'allow', source: { layer, file: `/${layer}.toml` } };
}
