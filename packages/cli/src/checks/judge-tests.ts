import type { Layer, Rule, RuleBookOptions, ToolCall, Verdict } from '@caliban/gate';
import { describeCall } from '@caliban/gate/internal/describe/describe-call';
import { guardOwnFiles } from '@caliban/gate/internal/filter/own-files';
import { ruleVerdict } from '@caliban/gate/internal/filter/rule-verdict';
import { judge } from '@caliban/gate/internal/judge/judge';
import { createRuleBook } from '@caliban/gate/internal/judge/rule-book';
import { formatPattern } from '@caliban/gate/internal/pattern/format-pattern';
import { describeVerdict } from '@caliban/gate/internal/record/describe-verdict';
import { visible } from '@caliban/gate/internal/text/visible';
import { isSamePattern } from '@caliban/storage/internal/rules/choose-rule';
import { callText } from '@caliban/storage/internal/rules/format-test';
import type { PolicyTest } from '@caliban/storage/internal/rules/rule-file';
import { rulePlace } from '../output/rule-place.ts';
import type { World } from '../places/surroundings.ts';

export type JudgedTest = {
  readonly test: PolicyTest;
  readonly verdict: Verdict;
  /** Every rule that the verdict needed. */
  readonly decidedBy: readonly Rule[];
  /** Why it fails; null: it passes. */
  readonly problem: string | null;
};

export type TestedPolicy = RuleBookOptions & {
  readonly rules: readonly Rule[];
  readonly lockedLayers: readonly Layer[];
};

/** Each test judged in mode default by these rules. Nothing runs, is asked or is logged. */
export function judgeTests(
  tests: readonly PolicyTest[],
  { rules, ...options }: TestedPolicy,
  { surroundings, ownDirectories }: Pick<World, 'surroundings' | 'ownDirectories'>,
): readonly JudgedTest[] {
  const book = createRuleBook(rules, options);
  const guarded = guardOwnFiles((call: ToolCall) => judge(book, call), ownDirectories);
  return tests.map((test) => {
    const verdict = guarded(describeCall({ tool: test.tool, input: test.input, surroundings }));
    const decidedBy = rulesOf(verdict);
    return { test, verdict, decidedBy, problem: problemOf(test, verdict, decidedBy) };
  });
}

/** `Bash:git push -f`, as in the file. */
export function testCall(test: Pick<PolicyTest, 'tool' | 'input'>): string {
  return visible(callText(test) ?? `${test.tool} ${JSON.stringify(test.input)}`);
}

function rulesOf(verdict: Verdict): readonly Rule[] {
  const { because, partRules = [] } = ruleVerdict(verdict);
  const rules = [
    ...(because.kind === 'rule' ? [because.rule] : []),
    ...(because.kind === 'opaque' && because.rule !== undefined ? [because.rule] : []),
    ...partRules.map(({ rule }) => rule),
  ];
  return [...new Set(rules)];
}

function problemOf(test: PolicyTest, verdict: Verdict, decidedBy: readonly Rule[]): string | null {
  const call = `\`${testCall(test)}\``;
  if (verdict.action !== test.expect) {
    return `the test of ${call} fails: expected ${test.expect}, got ${describeVerdict(verdict)}`;
  }
  const { rule: expected } = test;
  if (expected === undefined) return null;
  const deciding = decidedBy.filter(({ action }) => action === verdict.action);
  if (deciding.some(({ pattern }) => isSamePattern(pattern, expected))) return null;
  const instead = deciding.map((rule) => `\`${visible(formatPattern(rule.pattern))}\` (${rulePlace(rule)})`);
  const by = instead.length === 0 ? 'no rule did' : `${instead.join(' and ')} did`;
  return `the test of ${call} fails: ${test.expect} as expected, but \`${visible(formatPattern(expected))}\` was to decide and ${by}`;
}
