import { describeCall } from '@caliban/calls';
import { expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import { madeRule, WORKSPACE } from '../helpers/made-calls.ts';

const BOOK = createRuleBook([
  madeRule('Bash:~rm *', 'deny'),
  madeRule('Bash:npm test', 'allow'),
  madeRule('Bash:tail *', 'allow'),
  madeRule('Bash:git *', 'allow'),
  madeRule('Bash', 'ask'),
]);

test.each([
  ['npm test', undefined],
  ['npm test | cat', ['1 Bash:npm test', '2 Bash']],
  ['npm test 2>&1 | tail -5', ['1 Bash:npm test', '2 Bash:tail *']],
  ['git status && git log', undefined], // one rule for both parts
  ['git status && git log && tail x', ['1 Bash:git *', '3 Bash:tail *']],
  ['git status && true', undefined], // `true` needs no rule
])('the rules that `%s` needs', (command, rules) => {
  const call = describeCall({ tool: 'Bash', input: { command }, context: { workspace: WORKSPACE } });
  const { partRules } = judge(BOOK, call);
  expect(partRules?.map(({ rule, part }) => `${part} ${formatPattern(rule.pattern)}`)).toEqual(rules);
});
