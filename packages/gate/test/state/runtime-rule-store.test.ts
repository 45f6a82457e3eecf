import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import { RuntimeRuleStore } from '../../src/state/runtime-rule-store.ts';
import { bash, rule } from '../helpers/rules.ts';

const LOADED = [rule('deny Bash:rm *', 'managed'), rule('deny Bash:git push *', 'project'), ...DEFAULT_RULES];

function decided(store: RuntimeRuleStore, command: string): string {
  const { action, because } = judge(store.book, bash(command));
  return because.kind === 'rule'
    ? `${action} ${formatPattern(because.rule.pattern)} ${because.rule.source.layer}`
    : action;
}

describe('session rules', () => {
  test('hold for the very next call, above every file but below managed rules', () => {
    const store = new RuntimeRuleStore(LOADED);
    expect(decided(store, 'git push x')).toBe('deny Bash:git push * project');
    store.add(rule('allow Bash'));
    expect(decided(store, 'git push x')).toBe('allow Bash runtime');
    expect(decided(store, 'rm x')).toBe('deny Bash:rm * managed');
    expect(decided(store, 'git push x && rm y')).toBe('deny Bash:rm * managed');
  });

  test('the newest is tried first', () => {
    const store = new RuntimeRuleStore(LOADED);
    store.add(rule('allow Bash:ls'));
    store.add(rule('deny Bash:ls'));
    expect(decided(store, 'ls')).toBe('deny Bash:ls runtime');
    expect(store.sessionRules.map(({ action }) => action)).toEqual(['deny', 'allow']);
  });

  test('are removed live, one by one', () => {
    const store = new RuntimeRuleStore(LOADED);
    const first = store.add(rule('allow Bash:ls'));
    const second = store.add(rule('allow Bash:ls'));
    expect(store.remove(second)).toBe(true);
    expect(store.remove(second)).toBe(false);
    expect(decided(store, 'ls')).toBe('allow Bash:ls runtime');
    expect(store.remove(first)).toBe(true);
    expect(decided(store, 'ls')).toBe('ask Bash builtin');
  });

  test('do not lift what an enforcing layer denies', () => {
    const user = [rule('deny Bash:rm *', 'user')];
    const store = new RuntimeRuleStore([...user, ...DEFAULT_RULES], { enforcedLayers: ['user'] });
    store.add(rule('allow Bash'));
    expect(decided(store, 'ls')).toBe('allow Bash runtime');
    expect(decided(store, 'ls | rm x')).toBe('deny Bash:rm * user');
  });
});
