import { describe, expect, test } from 'vitest';
import { explain } from '../../src/inspect/explain.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { RuntimeRuleStore } from '../../src/state/runtime-rule-store.ts';
import { bash, rules } from '../helpers/rules.ts';

const RULES = rules('deny Bash:rm *', 'allow *');
const ON = { seesThroughWrappers: true };

describe('what a wrapper runs', () => {
  test.each([
    ['env rm x'],
    ['sudo rm x'],
    ['sudo -u root env A=1 rm x'],
    ['ls | xargs rm -f'],
    ['ls | xargs rm'],
    ['ls | xargs sudo rm'],
    ['fd -x rm'],
    ["bash -c 'rm x'"],
    ['find . -exec rm {} \\;'],
  ])('`%s` meets a deny only with the setting', (command) => {
    expect(judge(createRuleBook(RULES, ON), bash(command)).action).toBe('deny');
    expect(judge(createRuleBook(RULES), bash(command)).action).toBe('allow');
  });

  test.each([['env ls x'], ['sudo echo rm x'], ['ls | xargs echo rm x'], ["bash -c 'echo rm x'"]])(
    '`%s` meets none',
    (command) => {
      expect(judge(createRuleBook(RULES, ON), bash(command)).action).toBe('allow');
    },
  );

  test.each([['sudo rm x'], ['ls && sudo rm x']])('explain shows the rule that denies `%s`', (command) => {
    const { verdict, parts } = explain(RULES, bash(command), ON);
    expect(verdict.action).toBe('deny');
    expect(parts.some(({ tried }) => tried[0]?.decides)).toBe(true);
  });

  test('a session keeps the setting as its rules change', () => {
    const store = new RuntimeRuleStore(RULES, ON);
    store.add(rules('allow Bash:ls *')[0] as (typeof RULES)[number]);
    expect(judge(store.book, bash('sudo rm x')).action).toBe('deny');
  });
});
