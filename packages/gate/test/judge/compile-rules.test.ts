import type { ToolProfiles } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { compileRules } from '../../src/judge/rule-book.ts';
import { ALLOW, DENY, DENY_OR_ASK, EVERY_ACTION, NO_RULE, TOO_SLOW } from '../../src/judge/rule-index.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import type { Rule } from '../../src/types/rule.ts';
import { rule, rules } from '../helpers/rules.ts';

function firstText(index: ReturnType<typeof compileRules>, text: string, actions = EVERY_ACTION): number {
  return index.forTool('Bash').firstText(text, {}, actions, NO_RULE);
}

describe('rules come back as they went in', () => {
  const given: Rule[] = [
    { ...rule('allow Bash:git *', 'managed'), comment: 'git is fine' },
    { ...rule('deny Bash(~rm *)', 'user'), reason: 'use git revert', expiresAt: '2027-01-01T00:00:00Z' },
    { ...rule('ask *', 'builtin') },
    { ...rule('allow Edit:src/**/*.{ts,tsx}'), source: { layer: 'project', file: 'a.toml', line: 3 } },
    { ...rule('allow Edit:日本/**'), source: { layer: 'project', file: 'a.toml', line: 9 } },
    { ...rule('deny mcp__a__b:x=1,y=a\\,b'), source: { layer: 'local', file: 'b.toml' } },
    { ...rule('allow *Edit:src/**'), source: { layer: 'local', line: 0 } },
  ];

  test.each(given.map((given, position) => [position, given] as const))('%i', (position, expected) => {
    expect(compileRules(given).rule(position)).toEqual(expected);
  });

  test('also by the thousand, and from a generator', () => {
    function* many(): Generator<Rule> {
      for (let number = 0; number < 2500; number++) {
        const file = `${Math.floor(number / 700)}.toml`;
        yield { ...rule(`allow Bash:run job-${number} *`), source: { layer: 'user', file, line: number } };
      }
    }
    const index = compileRules(many());
    expect(index.size).toBe(2500);
    for (const position of [0, 699, 700, 1023, 1024, 2047, 2048, 2499]) {
      expect(index.rule(position)).toEqual([...many()][position]);
      expect(firstText(index, `run job-${position} now`)).toBe(position);
    }
  });

  test('and there is none beyond the last', () => {
    expect(() => compileRules(given).rule(given.length)).toThrow(RangeError);
    expect(() => compileRules(given).rule(-1)).toThrow(RangeError);
  });
});

describe('tools', () => {
  const index = compileRules(
    rules('allow mcp__a__*', 'deny mcp__*__write:path=/etc/*', 'ask Bash', 'allow *Edit:src/**', 'deny *:secret=*'),
  );

  test.each([
    ['mcp__a__read', 0],
    ['mcp__b__read', NO_RULE],
    ['Bash', 2],
    ['bash', NO_RULE],
  ])('the first rule for any call of %s stands at %i', (tool, position) => {
    expect(index.forTool(tool).firstAny(EVERY_ACTION, NO_RULE)).toBe(position);
  });

  test('a glob over names reads its spec for each tool', () => {
    const path = { root: 'repo/src/a', home: null, workspace: 'src/a' };
    expect(index.forTool('Edit').firstPath(path, {}, EVERY_ACTION, NO_RULE)).toBe(3);
    expect(index.forTool('NotebookEdit').firstPath(path, {}, EVERY_ACTION, NO_RULE)).toBe(3);
    expect(index.forTool('Read').firstPath(path, {}, EVERY_ACTION, NO_RULE)).toBe(NO_RULE);
  });

  test('what can never match a call of the tool is none of its rules', () => {
    expect(index.forTool('TodoWrite').firstOf(DENY, NO_RULE)).toBe(NO_RULE);
    expect(index.forTool('mcp__x__y').firstOf(DENY, NO_RULE)).toBe(4);
  });

  test('names nobody knows share what matches them, and long ones too', () => {
    expect(index.forTool('mcp__x__one')).toBe(index.forTool('mcp__x__two'));
    expect(index.forTool('mcp__x__write')).not.toBe(index.forTool('mcp__x__two'));
    expect(index.forTool(`mcp__x__${'y'.repeat(5000)}`)).toBe(index.forTool('mcp__x__two'));
  });

  test('however many names a model makes up', () => {
    for (let number = 0; number < 3000; number++) {
      expect(index.forTool(`mcp__a__${number}`).firstAny(ALLOW, NO_RULE)).toBe(0);
    }
  });

  test('names from the prototype chain are names', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(index.forTool(name).firstOf(EVERY_ACTION, NO_RULE)).toBe(4);
    }
  });

  test('profiles may be given', () => {
    const profiles: ToolProfiles = new Map([
      ['Shell', { access: 'execute', argument: { field: 'line', kind: 'command' }, fields: ['line'] }],
    ]);
    const pattern = parsePattern('Shell:~rm *', profiles);
    if (!pattern.ok) throw new Error(pattern.error.message);
    const shell = compileRules([{ pattern: pattern.value, action: 'deny', source: { layer: 'user' } }], { profiles });
    expect(shell.forTool('Shell').firstText('sudo rm x', {}, EVERY_ACTION, NO_RULE)).toBe(0);
    expect(shell.rule(0).pattern).toEqual(pattern.value);
  });
});

describe('look-ups', () => {
  test('the same pattern twice: the first speaks, the second where the first does not count', () => {
    const index = compileRules(rules('allow Bash:git *', 'deny Bash:git *'));
    expect(firstText(index, 'git push')).toBe(0);
    expect(firstText(index, 'git push', DENY_OR_ASK)).toBe(1);
  });

  test('`accept` is asked once for each rule, and may look things up itself', () => {
    const names = Array.from({ length: 20 }, (_, number) => `allow Bash:~production-cluster-${number % 5}`);
    const index = compileRules(rules(...names));
    const tool = index.forTool('Bash');
    const asked: number[] = [];
    const text = 'production-cluster-3 '.repeat(50);
    const found = tool.firstText(text, {}, EVERY_ACTION, NO_RULE, (position) => {
      asked.push(position);
      return tool.firstText(text, {}, EVERY_ACTION, NO_RULE) === 3 && position === 13;
    });
    expect(found).toBe(13);
    expect(asked.length).toBe(new Set(asked).size);
  });

  test('literals longer than any table takes', () => {
    const long = 'x'.repeat(40_000);
    const index = compileRules(
      rules(`allow Bash:${long}`, `deny Bash:${long}y*`, `ask Bash:*z${long}`, `deny Bash:~q${long}`),
    );
    expect(firstText(index, long)).toBe(0);
    expect(firstText(index, `${long}yes`)).toBe(1);
    expect(firstText(index, `az${long}`)).toBe(2);
    expect(firstText(index, `aq${long}b`)).toBe(3);
    expect(firstText(index, `${long}x`)).toBe(NO_RULE);
  });

  test.each([
    ['a'.repeat(20_000), NO_RULE],
    [`${'a'.repeat(20_000)}b`, 2],
    [`b${'a'.repeat(20_000)}`, 3],
    [`${'a'.repeat(20_000)}c`, NO_RULE],
  ])('needles a text holds nearly, all over the place', (text, position) => {
    const needles = [
      'other-needle-one',
      'other-needle-two',
      `${'a'.repeat(80)}b`,
      `b${'a'.repeat(80)}`,
      `${'a'.repeat(90)}cc`,
    ];
    expect(firstText(compileRules(rules(...needles.map((needle) => `deny Bash:~${needle}`))), text)).toBe(position);
  });

  test('inside a text that is longer than any limit', () => {
    const index = compileRules(rules('deny Bash:rm -rf *', 'ask Bash:git push * --force', 'allow Bash:ls'));
    const inside = (text: string) => index.forTool('Bash').firstInside(text, {}, DENY_OR_ASK, NO_RULE);
    const filler = 'echo filler; '.repeat(10_000);
    expect(inside(`${filler}rm -rf ~`)).toBe(0);
    expect(inside(`${filler}git push origin main --force${filler}`)).toBe(1);
    expect(inside(`${filler}ls`)).toBe(NO_RULE);
  });

  test('and when that would take too long, it says so', () => {
    const names = Array.from({ length: 60 }, (_, number) => `needle-number-${number + 100}`);
    const index = compileRules(rules(...names.map((name) => `deny Bash:${name}*zzz`)));
    const text = names.join(' ') + ' filler'.repeat(200_000);
    expect(index.forTool('Bash').firstInside(text, {}, DENY_OR_ASK, NO_RULE)).toBe(TOO_SLOW);
    expect(index.forTool('Bash').firstInside(`${text}zzz`, {}, DENY_OR_ASK, NO_RULE)).not.toBe(NO_RULE);
  });
});
