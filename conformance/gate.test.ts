import { absolutePath, describeCall } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../packages/gate/src/defaults/default-rules.ts';
import { judge } from '../packages/gate/src/judge/judge.ts';
import { createRuleBook } from '../packages/gate/src/judge/rule-book.ts';
import { parsePattern } from '../packages/gate/src/pattern/parse-pattern.ts';
import type { Action, Rule } from '../packages/gate/src/types/rule.ts';
import type { Verdict } from '../packages/gate/src/types/verdict.ts';
import { BEYOND_CASES, BYPASS_CASES, expectedMatch, MATCH_CASES, VERDICT_CASES } from './cases.ts';

describe('grammar: the pattern matches the call', () => {
  test.each(MATCH_CASES.map((row) => [row.pattern, JSON.stringify(row.input), expectedMatch(row), row] as const))(
    '`%s` on %s → %s',
    (_pattern, _input, expected, row) => {
      const rules = toRules([{ pattern: row.pattern, action: 'deny' }]);
      // A pattern that does not load matches nothing, so it also satisfies a row that expects no match.
      if (rules === 'load-error') return expect(expected).not.toBe(true);
      expect(judgeWith(rules, row).action === 'deny').toBe(expected);
    },
  );
});

describe('verdicts: the first rule that matches decides', () => {
  test.each(VERDICT_CASES.map((row) => [row.why, row] as const))('%s', (_why, row) => {
    const rules = toRules(row.rules);
    if (rules === 'load-error') return expect(row.expect).toBe('load-error');
    const { action, because } = judgeWith(rules, row);
    const decided =
      because.kind === 'rule' ? rules.findIndex(({ source }) => source.line === because.rule.source.line) : -1;
    expect({ action, ruleIndex: decided }).toEqual(row.expect);
  });
});

describe('bypass corpus', () => {
  test.each(BYPASS_CASES.map((row) => [row.id, row.must, row.why, row] as const))(
    '%s: %s (%s)',
    (_id, must, _why, row) => {
      const { action } = judgeWith([...(toRules(row.rules) as Rule[]), ...DEFAULT_RULES], row);
      expect(must === 'not-allow' ? action !== 'allow' : action === must).toBe(true);
    },
  );
});

describe('beyond: what a rule literally covers stays what it says, unless the gate can do better', () => {
  /** Rows where the gate is stricter, or quieter, than literal matching; every other row answers as the rule is written. */
  const BETTER: Readonly<Record<string, Action>> = {
    'beyond-37': 'ask', // printf -v evaluates the subscript
    'beyond-38': 'ask', // test -v evaluates the subscript
    'beyond-39': 'ask', // read evaluates the subscript
    'beyond-40': 'allow', // arithmetic on file contents is out of reach; the parts are all allowed
    'beyond-42': 'deny', // /bin/rm meets a rule against rm
    'beyond-43': 'deny', // the line itself says what the name will be
    'beyond-46': 'ask', // a redirection is a Write
    'beyond-47': 'allow', // a harmless assignment is nothing
    'beyond-48': 'allow', // NODE_ENV is on the harmless list
  };
  test.each(BEYOND_CASES.map((row) => [row.id, BETTER[row.id] ?? row.rulesSay, row.why, row] as const))(
    '%s: %s (%s)',
    (_id, expected, _why, row) => {
      expect(judgeWith([...(toRules(row.rules) as Rule[]), ...DEFAULT_RULES], row).action).toBe(expected);
    },
  );
});

function judgeWith(rules: readonly Rule[], row: { tool: string; input: unknown; workspace?: string }): Verdict {
  const context = { workspace: absolutePath(row.workspace ?? '/repo'), home: absolutePath('/home/u') };
  return judge(createRuleBook(rules), describeCall({ tool: row.tool, input: row.input, context }));
}

function toRules(written: readonly { pattern: string; action: Action; reason?: string }[]): Rule[] | 'load-error' {
  const rules: Rule[] = [];
  for (const [line, { pattern: text, action, reason }] of written.entries()) {
    const pattern = parsePattern(text);
    if (!pattern.ok) return 'load-error';
    rules.push({
      pattern: pattern.value,
      action,
      source: { layer: 'project', file: 'permissions.toml', line },
      ...(reason === undefined ? {} : { reason }),
    });
  }
  return rules;
}
