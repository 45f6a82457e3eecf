import { describeCall } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import {
  createRuleBook,
  describeVerdict,
  formatPattern,
  type Layer,
  openGate,
  type Rule,
  type RuleBookOptions,
  type Verdict,
} from '@caliban/gate';
import { ruleVerdict } from '@caliban/gate/filter';
import { callText, isSamePattern, type PolicyTest } from '@caliban/storage/rules';
import { rulePlace } from '../output/rule-place.ts';
import type { WorkspaceContext } from '../paths/workspace-context.ts';

export type JudgedTest = {
  readonly test: PolicyTest;
  readonly verdict: Verdict;
  /** Every rule that contributes to the verdict. */
  readonly decidedBy: readonly Rule[];
  /** Why it fails; null: it passes. */
  readonly problem: string | null;
};

export type TestedPolicy = RuleBookOptions & {
  readonly rules: readonly Rule[];
  readonly enforcedLayers: readonly Layer[];
};

/** Judges each test in mode default by these rules. Nothing runs, is asked or is logged. */
export function judgeTests(
  tests: readonly PolicyTest[],
  { rules, ...options }: TestedPolicy,
  { context, ownDirectories }: Pick<WorkspaceContext, 'context' | 'ownDirectories'>,
): readonly JudgedTest[] {
  const book = createRuleBook(rules, options);
  const { byRules } = openGate({ policy: { rules: { book }, ownDirectories }, mode: {}, ask: null, log: null });
  return tests.map((test) => {
    const verdict = byRules(describeCall({ tool: test.tool, input: test.input, context }));
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
