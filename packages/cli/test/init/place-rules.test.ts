import { formatPattern } from '@caliban/gate';
import { expect, test } from 'vitest';
import { editedRules, placeRules } from '../../src/init/place-rules.ts';
import { madeRule } from '../../src/init/planned-policy.ts';

const rule = (text: string) => {
  const [action, pattern] = text.split(/ (.*)/s) as ['allow' | 'ask' | 'deny', string];
  return { action, pattern };
};

test.each([
  ['an empty file takes them as they are', [], ['deny @secrets', 'allow @read-only', 'ask @network']],
  ['what is there stays', ['deny @secrets'], ['deny @secrets', 'ask @publish'], ['deny @secrets', 'ask @publish']],
  ['a pattern with another action stays', ['ask @secrets'], ['deny @secrets'], ['ask @secrets']],
  [
    'strict rules go above the first wide allow, allows to the end',
    ['allow Bash(npm test)', 'allow Bash(git:*)', 'allow Bash(ls)'],
    ['deny @secrets', 'allow @read-only'],
    ['allow Bash(npm test)', 'deny @secrets', 'allow Bash(git:*)', 'allow Bash(ls)', 'allow @read-only'],
  ],
  [
    'allows go above what settles a whole tool',
    ['allow Bash(ls)', 'ask Bash', 'deny *'],
    ['deny @secrets', 'allow @read-only'],
    ['allow Bash(ls)', 'deny @secrets', 'allow @read-only', 'ask Bash', 'deny *'],
  ],
])('%s', (_, known, wanted, expected = wanted) => {
  const rules = known.map((text) => madeRule(rule(text), 'user'));
  const placed = placeRules(rules, wanted.map(rule));
  const edited = editedRules(rules, placed, (each) => madeRule(each, 'user'));
  expect(edited.map(({ action, pattern }) => `${action} ${formatPattern(pattern)}`)).toEqual(expected);
});
