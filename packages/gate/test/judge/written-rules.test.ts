import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { writtenRules } from '../../src/judge/left-to-host.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { bash, call, rules } from '../helpers/rules.ts';

const CALLS = [
  ...['git log', 'git log; rm x', 'cat < x > y', '$X y', 'echo "open', 'X=1 make', 'true', 'cat .env', 'a | sh'].map(
    bash,
  ),
  bash(`git log ${'x'.repeat(70_000)}`),
  call('Read', { path: '.env' }),
  call('Grep', { pattern: 'x' }),
  call('WebFetch', { url: 'https://a.test' }),
  call('mcp__a__b', { x: 1 }),
];

const RULES = ['allow Bash:git *', 'deny Bash:~rm *', 'ask Bash', 'deny Read:.env', 'allow *', 'ask @network'];

test('without the built-in rules means the written ones alone', () => {
  fc.assert(
    fc.property(fc.subarray(RULES), fc.constantFrom(...CALLS), (written, called) => {
      const whole = createRuleBook([...rules(...written), ...DEFAULT_RULES]);
      const alone = createRuleBook(rules(...written));
      expect(judge(writtenRules(whole), called)).toEqual(judge(alone, called));
    }),
  );
});
