import { absolutePath } from '@caliban/calls';
import { CLASS_NAMES } from '@caliban/calls/classes';
import { expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { brakeWitnesses } from '../../src/learn/brake.ts';
import { BRAKE_CALLS } from '../../src/learn/brake-calls.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';

const context = { workspace: absolutePath('/work/app'), home: absolutePath('/home/u') };
const all = Object.values(BRAKE_CALLS).flat();

test('at least 300 calls', () => {
  expect(all.length).toBeGreaterThanOrEqual(300);
});

test.each(CLASS_NAMES.filter((name) => name !== 'read-only' && name !== 'dangerous'))('at least 10 of %s', (name) => {
  expect(BRAKE_CALLS[name].length).toBeGreaterThanOrEqual(10);
});

test('none twice', () => {
  expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
});

test('none that @read-only allows', () => {
  const pattern = parsePattern('@read-only');
  if (!pattern.ok) throw new Error('no such class');
  const book = createRuleBook([{ pattern: pattern.value, action: 'allow', source: { layer: 'user' } }]);
  const allowed = brakeWitnesses(context).filter(({ call }) => judge(book, call).action === 'allow');
  expect(allowed.map(({ text }) => text)).toEqual([]);
});
