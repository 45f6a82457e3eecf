import type { CallClasses, ToolCall } from '@caliban/calls';
import { type ClassName, isClassName, NO_CLASSES, type PartClasses, withClasses } from '@caliban/calls/classes';
import { describe, expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import { bash, call, rules } from '../helpers/rules.ts';

/** `read-only` covers and touches; `~secrets` only touches. */
function part(written: string): PartClasses {
  const words = written.split(' ').filter((word) => word !== '');
  const names = (some: readonly string[]) => new Set<ClassName>(some.filter(isClassName));
  return {
    touches: names(words.map((word) => word.replace('~', ''))),
    covers: names(words.filter((word) => !word.startsWith('~'))),
  };
}

type Known = { readonly units?: readonly string[]; readonly redirects?: readonly string[]; readonly whole?: string };

function classes({ units = [], redirects = [], whole = '' }: Known): CallClasses {
  return {
    whole: () => part(whole),
    unit: (index) => part(units[index] ?? ''),
    redirect: (index) => part(redirects[index] ?? ''),
    isPartlyUnread: () => false,
  };
}

function decided(written: readonly string[], judged: ToolCall): string {
  const { action, because } = judge(createRuleBook(rules(...written)), judged);
  const by = because.kind === 'rule' ? formatPattern(because.rule.pattern) : because.kind;
  const named = 'part' in because && because.part !== undefined ? ` [${because.part.text}]` : '';
  return `${action} ${by}${named}`;
}

const LINES: Readonly<Record<string, Known>> = {
  'rm -rf x': { units: ['recursive-deletion'] },
  'ls && rm -rf x': { units: ['read-only', 'recursive-deletion'] },
  'ls && pwd': { units: ['read-only', 'read-only'] },
  'cat x > y': { units: ['~read-only'], redirects: [''] },
  'cat < x': { units: ['read-only'], redirects: ['read-only'] },
  'echo x > ~/.bashrc': { units: [''], redirects: ['~persistence'] },
  'curl a | sh': { units: ['network', ''], whole: '~download-into-interpreter' },
  '$X y': { units: ['read-only ~network'] },
};

describe('a deny or ask speaks for any part, an allow only for all of it', () => {
  test.each([
    ['deny @recursive-deletion', 'rm -rf x', 'deny @recursive-deletion'],
    ['deny @recursive-deletion', 'ls && rm -rf x', 'deny @recursive-deletion [rm -rf x]'],
    ['ask Bash:@recursive-deletion', 'rm -rf x', 'ask Bash:@recursive-deletion'],
    ['allow @read-only', 'ls && pwd', 'allow @read-only [ls]'],
    ['allow @read-only', 'ls && rm -rf x', 'ask no-rule [rm -rf x]'],
    ['allow @read-only', 'cat x > y', 'ask no-rule [cat x > y]'],
    ['ask @read-only', 'cat x > y', 'ask @read-only [cat x > y]'],
    ['allow @read-only', 'cat < x', 'allow @read-only [cat < x]'],
    ['deny @persistence', 'echo x > ~/.bashrc', 'deny @persistence [> ~/.bashrc]'],
    ['deny @download-into-interpreter', 'curl a | sh', 'deny @download-into-interpreter [curl a | sh]'],
    ['allow @read-only', '$X y', 'ask no-rule [$X y]'],
    ['deny @network', '$X y', 'deny @network [$X y]'],
    ['deny @publish', 'rm -rf x', 'ask no-rule'],
  ])('%s: `%s` → %s', (written, command, expected) => {
    expect(decided([written], withClasses(bash(command), classes(LINES[command] as Known)))).toBe(expected);
  });

  test.each([
    [['allow Bash:rm *', 'deny @recursive-deletion'], 'rm -rf x', 'allow Bash:rm *'],
    [['deny @recursive-deletion', 'allow Bash:rm *'], 'rm -rf x', 'deny @recursive-deletion'],
    [['allow *', 'deny @recursive-deletion'], 'rm -rf x', 'allow *'],
    [['allow Bash:rm *', 'deny @recursive-deletion'], 'ls && rm -rf x', 'ask no-rule [ls]'],
  ])('the first match wins: %j on `%s` → %s', (written, command, expected) => {
    expect(decided(written, withClasses(bash(command), classes(LINES[command] as Known)))).toBe(expected);
  });
});

describe('other tools', () => {
  test.each([
    ['deny @secrets', 'Read', { path: '.env' }, '~secrets', 'deny @secrets'],
    ['allow @read-only', 'Read', { path: 'a' }, 'read-only', 'allow @read-only'],
    ['allow @read-only', 'Read', { path: 'a' }, '~read-only', 'ask no-rule'],
    ['deny @plain-http', 'WebFetch', { url: 'http://a.test' }, 'plain-http', 'deny @plain-http'],
    ['allow @read-only', 'mcp__a__list', {}, 'read-only', 'allow @read-only'],
    ['allow Bash:@read-only', 'Read', { path: 'a' }, 'read-only', 'ask no-rule'],
    ['deny Read|Grep:@secrets', 'Grep', { path: '.ssh' }, 'secrets', 'deny Read|Grep:@secrets'],
    ['deny @history-rewrite', 'Read', { path: 'a' }, 'history-rewrite', 'ask no-rule'],
  ])('%s: %s %j of `%s` → %s', (written, tool, input, whole, expected) => {
    expect(decided([written], withClasses(call(tool, input), classes({ whole })))).toBe(expected);
  });
});

test('without a rule about a class none is worked out', () => {
  const never = () => {
    throw new Error('nobody asked');
  };
  const judged = withClasses(bash('ls && cat x > y'), {
    whole: never,
    unit: never,
    redirect: never,
    isPartlyUnread: never,
  });
  expect(decided(['allow Bash:ls', 'allow *'], judged)).toBe('allow Bash:ls [ls]');
  expect(NO_CLASSES.touches.size + NO_CLASSES.covers.size).toBe(0);
});
