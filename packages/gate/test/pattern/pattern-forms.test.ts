import { CLASS_NAMES } from '@caliban/calls/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { becauseText } from '../../src/filter/because-text.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { classOfPattern } from '../../src/pattern/class-of-pattern.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import { bash, call, rules } from '../helpers/rules.ts';

/** Whether an allow of the pattern decides the call. */
function covers(pattern: string, tool: string, argument: string): boolean {
  const judged =
    tool === 'Bash' ? bash(argument) : call(tool, tool === 'WebFetch' ? { url: argument } : { path: argument });
  return judge(createRuleBook(rules(`allow ${pattern}`)), judged).action === 'allow';
}

describe('`Tool(…)` means what it means in Claude Code', () => {
  test.each([
    ['Bash(npm test:*)', 'Bash', { yes: ['npm test', 'npm test x y'], no: ['npm testx', 'npm', 'npm test:x'] }],
    ['Bash(npm test *)', 'Bash', { yes: ['npm test', 'npm test x'], no: ['npm testx'] }],
    ['Bash(npm test*)', 'Bash', { yes: ['npm test', 'npm tests'], no: ['npm'] }],
    ['Bash(npm test)', 'Bash', { yes: ['npm test'], no: ['npm test x'] }],
    ['Bash(ls ?)', 'Bash', { yes: [], no: ['ls a'] }],
    ['Bash(git push:*)', 'Bash', { yes: ['git push'], no: ['git push && rm x', 'git push | sh'] }],
    ['Read(//etc/**)', 'Read', { yes: ['/etc/hosts'], no: ['etc/hosts'] }],
    ['Read(/src/**)', 'Read', { yes: ['src/a/b'], no: ['/src/a', 'x/src/a'] }],
    ['Read(./src/**)', 'Grep', { yes: ['src/a'], no: ['lib'] }],
    ['Read(~/notes/**)', 'Glob', { yes: ['~/notes/a'], no: ['notes/a'] }],
    ['Read(./.env)', 'Read', { yes: ['.env'], no: ['a/.env'] }],
    ['Read(.env)', 'Read', { yes: ['.env', 'a/.env'], no: ['.envrc'] }],
    ['Edit(/src/**)', 'Write', { yes: ['src/a'], no: ['a'] }],
    ['Edit(/src/**)', 'NotebookEdit', { yes: ['src/a'], no: ['a'] }],
    ['Edit(src/{a,b}.ts)', 'Edit', { yes: ['src/{a,b}.ts'], no: ['src/a.ts'] }],
    ['Edit(a=b)', 'Edit', { yes: ['a=b', 'x/a=b'], no: ['b'] }],
    ['Edit(~draft)', 'Edit', { yes: ['~draft'], no: ['draft'] }],
    ['Edit(/src/**)', 'Read', { yes: [], no: ['src/a'] }],
    [
      'WebFetch(domain:a.test)',
      'WebFetch',
      {
        yes: ['https://a.test', 'http://a.test:8080/x?y', 'https://A.test?x'],
        no: ['https://b.a.test/', 'https://a.test.evil/', 'https://evil/a.test'],
      },
    ],
    [
      'WebFetch(domain:*.a.test)',
      'WebFetch',
      { yes: ['https://b.a.test/x'], no: ['https://a.test/', 'https://evil/.a.test'] },
    ],
  ])('`%s` on %s', (pattern, tool, { yes, no }) => {
    expect({
      yes: yes.filter((each) => covers(pattern, tool, each)),
      no: no.filter((each) => !covers(pattern, tool, each)),
    }).toEqual({ yes, no });
  });

  test('`Tool:glob` stays to the letter', () => {
    expect(['ls', 'ls x'].map((command) => covers('Bash:ls *', 'Bash', command))).toEqual([false, true]);
  });
});

test.each([
  ['Edit|Write:prod/**', ['Edit', 'Write'], ['Read', 'MultiEdit']],
  ['Edit|*Edit:prod/**', ['Edit', 'MultiEdit', 'NotebookEdit'], ['Write']],
  ['mcp__forge', ['mcp__forge', 'mcp__forge__open', 'mcp__forge__a__b'], ['mcp__forgery__open', 'mcp__other__open']],
  ['mcp__a|mcp__b', ['mcp__a__x', 'mcp__b__x'], ['mcp__c__x']],
])('`%s` is about %j, not about %j', (pattern, yes, no) => {
  const reached = [...yes, ...no].filter((tool) => covers(pattern, tool, 'prod/x'));
  expect(reached).toEqual(yes);
});

describe('bad input says where and what to write', () => {
  test.each([
    ['@', 2, 'a class is missing behind `@`; `caliban perms classes` lists them'],
    ['@red-only', 2, 'no class is called `@red-only` (did you mean `@read-only`?); `caliban perms classes` lists them'],
    ['@Secrets', 2, 'no class is called `@Secrets` (did you mean `@secrets`?); `caliban perms classes` lists them'],
    ['@qqqqqqqqqqqqqq', 2, 'no class is called `@qqqqqqqqqqqqqq`; `caliban perms classes` lists them'],
    ['@read-only:ls *', 11, 'a class takes no argument; write `@read-only`'],
    ['@read-only(x)', 11, 'a class takes no argument; write `@read-only`'],
    ['@read-only ', 11, 'a blank stands behind the class; write `@read-only`'],
    ['@read-only*', 11, 'nothing may follow a class; write `@read-only`'],
    ['@secrets|@network', 9, 'a rule names one class; write `@secrets` and a rule for each other'],
    [
      'Bash:@red-only',
      7,
      'no class is called `@red-only` (did you mean `@read-only`?); `caliban perms classes` lists them',
    ],
    ['Bash:@read-only *', 16, 'nothing may follow a class; write `Bash:@read-only`'],
    ['Read:@history-rewrite', 6, 'no call of `Read` is ever `@history-rewrite`; write `@history-rewrite`'],
    ['TodoWrite:@read-only', 11, 'no call of `TodoWrite` is ever `@read-only`; write `@read-only`'],
    ['Edit|:x', 6, 'a tool is missing beside `|`; write `Edit`'],
    ['|Edit:x', 1, 'a tool is missing beside `|`; write `Edit`'],
    ['|', 1, 'a tool is missing beside `|`; write `A|B`'],
    ['Edit||Write:x', 6, 'a tool is missing beside `|`; write `Edit|Write`'],
    ['Edit| Write:x', 6, 'a blank stands beside `|`; write `Edit|Write`'],
    ['Edit|Write|Edit:x', 12, '`Edit` is named twice; write `Edit|Write`'],
    ['Bash|@secrets', 6, 'a class stands alone; write a rule for `@secrets`'],
    ['Edit|TodoWrite:x', 16, '`TodoWrite` has no first argument to match; write `TodoWrite` or `TodoWrite:todos=glob`'],
    ['Edit|Wirte:x', 12, 'there is no tool `Wirte` (did you mean `Write`?); write `Write:x`'],
    ['Bash(timeout:5)', 6, 'a field is matched behind a colon; write `Bash:timeout=5`'],
    ['WebFetch(domain:)', 17, 'no domain is named; write `domain:example.com`'],
    ['WebFetch(domain:a/b)', 17, 'a domain is a host name alone; write `domain:example.com`'],
    [
      'WebFetch(domain:a.*.test)',
      17,
      'only `*.` at the start of a domain stands for other hosts; write `domain:*.example.com`',
    ],
  ])('`%s` at column %i: %s', (text, column, message) => {
    expect(parsePattern(text)).toEqual({ ok: false, error: { message, column } });
  });
});

test('a file may be called like a class that does not exist', () => {
  expect(covers('Read:@types', 'Read', 'node_modules/@types')).toBe(true);
});

test('what parses prints back and parses to the same', () => {
  const tool = fc.constantFrom('Bash', 'Edit', 'Write', 'Read', '*Edit', 'mcp__forge', 'mcp__a__b', '*', '');
  const tools = fc.array(tool, { minLength: 1, maxLength: 3 }).map((names) => names.join('|'));
  const spec = fc.constantFrom(
    '',
    ':src/**',
    '(src/**)',
    '(npm test:*)',
    ':*',
    '(*)',
    ':@read-only',
    '(domain:a.test)',
    ':a=b',
    ':@x',
  );
  const written = fc.oneof(
    fc.tuple(tools, spec).map((pieces) => pieces.join('')),
    fc
      .tuple(fc.constantFrom(...CLASS_NAMES), fc.constantFrom('', ' ', ':x', '|Bash'))
      .map(([name, rest]) => `@${name}${rest}`),
  );
  fc.assert(
    fc.property(written, (text) => {
      const parsed = parsePattern(text);
      if (!parsed.ok) {
        expect(parsed.error.column).toBeGreaterThan(0);
        expect(parsed.error.column).toBeLessThanOrEqual(text.length + 1);
        return;
      }
      expect(formatPattern(parsed.value)).toBe(text);
    }),
  );
});

test('why a rule about a class speaks names the class and says what it is', () => {
  const [rule] = rules('deny Bash:@secrets');
  if (rule === undefined) throw new Error('a rule');
  expect(becauseText({ kind: 'rule', rule: { ...rule, source: { layer: 'user' } } })).toBe(
    'rule `Bash:@secrets` (user); a call of this class reads or writes credentials: keys, tokens, password stores, .env files',
  );
});

test.each([
  ['@secrets', 'secrets'],
  ['Bash:@read-only', 'read-only'],
  ['Read|Edit:@secrets', 'secrets'],
  ['Read:@types', null],
  ['Bash', null],
])('`%s` is about %s', (text, name) => {
  const parsed = parsePattern(text);
  expect(parsed.ok && classOfPattern(parsed.value)).toBe(name);
});
