import { absolutePath, describeCall } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { askedParts, askingParts } from '../../src/inspect/question/asked-parts.ts';
import { anyPart, offeredRules, partsLeft, wishedRule } from '../../src/inspect/question/kept-rules.ts';
import { isWholeLine, withoutTick, withTick } from '../../src/inspect/question/ticked.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';

function asked(command: string) {
  const call = describeCall({ tool: 'Bash', input: { command }, context: { workspace: absolutePath('/w') } });
  const book = createRuleBook([]);
  const question = { call, verdict: judge(book, call) };
  const asking = askingParts(question, book);
  return { call, question, asking, parts: askedParts(question, asking) };
}

describe('what always offers', () => {
  test.each([
    ['make', 'allow', ['[x] the call']],
    ['make', 'deny', ['[x] the call']],
    ['make && npm test', 'allow', ['[x] make', '[x] npm test', '[ ] line']],
    ['make && npm test', 'deny', ['[x] make', '[ ] npm test', '[ ] line']],
    ['X=1 && npm test', 'allow', ['[x] npm test', '[ ] line']],
    ['make "$(', 'allow', []],
  ] as const)('for `%s`, %s: %j', (command, action, offered) => {
    const { question, parts } = asked(command);
    const shown = offeredRules(question, parts, action).map(
      (each) => `[${each.isTicked ? 'x' : ' '}] ${isWholeLine(each) ? 'line' : (each.part?.text ?? 'the call')}`,
    );
    expect(shown).toEqual(offered);
  });
});

test.each([
  ['Bash:make', 'matches'],
  ['Bash:npm *', 'matches'],
  ['Bash:make && npm test', 'matches'],
  ['Bash:rm *', 'no-match'],
  ['Bash:', 'unsound'],
] as const)('a typed `%s` for any part of the line: %s', (pattern, kind) => {
  const { call, parts } = asked('make && npm test');
  const wish = { action: 'allow', scope: 'local' } as const;
  expect(wishedRule(pattern, wish, { call, parts: anyPart(parts) }).kind).toBe(kind);
});

test.each([
  [['Bash:make'], 1],
  [['Bash:make', 'Bash:npm *'], 0],
  [['Bash:make && npm test'], 0],
  [[], 2],
] as const)('%j leave %i parts open', (patterns, left) => {
  const { call, asking, parts } = asked('make && npm test');
  const rules = patterns.flatMap((pattern) => {
    const wished = wishedRule(pattern, { action: 'allow', scope: 'local' }, { call, parts: anyPart(parts) });
    return wished.kind === 'matches' ? [wished.rule] : [];
  });
  expect(partsLeft(rules, call, asking)).toBe(left);
});

describe('ticks', () => {
  const entries = (ticks: string) => [...ticks].map((tick, at) => ({ isTicked: tick === 'x', isLine: at === 2 }));
  const shown = (after: readonly { readonly isTicked: boolean }[]) =>
    after.map(({ isTicked }) => (isTicked ? 'x' : '-')).join('');
  test.each([
    ['xx-', 2, '--x'],
    ['--x', 0, 'x--'],
    ['x--', 1, 'xx-'],
    ['x--', 7, 'x--'],
  ])('%s with a tick at %i: %s', (before, at, after) => {
    expect(shown(withTick(entries(before), at, ({ isLine }) => isLine))).toBe(after);
  });
  test('one is taken back', () => expect(shown(withoutTick(entries('xx-'), 0))).toBe('-x-'));
});
