import type { Result } from '@caliban/calls';
import { canonicalJson } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { parsePattern, type Rule } from '@caliban/gate';
import { isRfc3339 } from '../documents/rfc3339.ts';
import type { LayerFiles } from '../layers/locations.ts';
import { choosePlace, chooseRules, isSamePattern, type RuleChoice, type RulePlace } from './choose-rule.ts';
import type { FieldChanges } from './edit/rule-edit.ts';
import { badApprovals, isApprovals } from './read/check-entry.ts';
import { type ChangeOptions, type ChangeProblem, type Plan, type RuleChange, rewriteRules } from './rewrite-rules.ts';
import type { PolicyTest } from './rule-file.ts';
import { type RuleValue, toWritten, type WrittenRule, type WrittenTest, writtenFields } from './written-rule.ts';

export type Changed = Promise<Result<RuleChange, ChangeProblem>>;

/**
 * Adding the same pattern and action again changes nothing; the same goes for tests. Creates the file and its directory if
 * needed.
 */
export async function addRule(
  target: LayerFiles,
  rule: WrittenRule,
  { place = 'bottom', test, ...options }: ChangeOptions & { place?: RulePlace; test?: WrittenTest | undefined } = {},
): Changed {
  const pattern = parsePattern(rule.pattern);
  if (!pattern.ok) return bad(`bad pattern \`${rule.pattern}\`: ${pattern.error.message}`);
  if (rule.expiresAt !== undefined && !isRfc3339(rule.expiresAt)) return bad(notAnInstant(rule.expiresAt));
  if (rule.approvals !== undefined && !isApprovals(rule.approvals)) return bad(badApprovals(String(rule.approvals)));

  return rewriteRules(target, { ...options, createDirectory: true }, (rules, tests) => {
    const isKnown = test === undefined || tests.some((known) => isSameTest(known, test));
    const testEdits = isKnown ? [] : [{ kind: 'add-test', test } as const];
    const isSame = (known: Rule) =>
      known.action === rule.action &&
      known.confined === rule.confined &&
      known.approvals === rule.approvals &&
      known.selfApproval === rule.selfApproval &&
      isSamePattern(known.pattern, pattern.value);
    const same = rules.findIndex(isSame);
    if (same !== -1) return ok({ edits: testEdits, index: same });
    const at = choosePlace(rules, place);
    return at.ok
      ? ok({ edits: [{ kind: 'insert', at: at.value, rules: [rule] }, ...testEdits], index: at.value })
      : notFound(at.error);
  });
}

function isSameTest(known: PolicyTest, test: WrittenTest): boolean {
  const asText = ({ tool, input, expect }: PolicyTest | WrittenTest) => {
    const text = canonicalJson({ tool, input, expect });
    return text.ok ? text.value : null;
  };
  return asText(known) !== null && asText(known) === asText(test);
}

/** Removes every rule with that pattern: one left behind would start to apply. */
export async function removeRule(target: LayerFiles, choice: RuleChoice, options: ChangeOptions = {}): Changed {
  return rewriteRules(target, options, (rules) =>
    chosen(rules, choice, (first, all) => ({
      edits: all.toReversed().map((at) => ({ kind: 'remove', at })),
      index: first,
    })),
  );
}

/** Null removes a field. A value that already means the same keeps its spelling. */
export async function editRule(
  target: LayerFiles,
  choice: RuleChoice,
  { fields, ...options }: ChangeOptions & { fields: FieldChanges },
): Changed {
  const problem = fieldProblem(fields);
  if (problem !== null) return bad(problem);
  return rewriteRules(target, options, (rules) =>
    chosen(rules, choice, (at) => {
      const changes = changesTo(rules[at] as Rule, fields);
      const isSame = Object.keys(changes).length === 0;
      return { edits: isSame ? [] : [{ kind: 'change', at, fields: changes }], index: at };
    }),
  );
}

function changesTo(rule: Rule, fields: FieldChanges): FieldChanges {
  const known = new Map<string, RuleValue>(writtenFields(toWritten(rule)));
  return Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== (known.get(key) ?? null)));
}

/** `{ at }` is the index the rule has afterwards. */
export async function moveRule(
  target: LayerFiles,
  choice: RuleChoice,
  { place, ...options }: ChangeOptions & { place: RulePlace },
): Changed {
  return rewriteRules(target, options, (rules) => {
    const found = chooseRules(rules, choice);
    if (!found.ok) return notFound(found.error);
    const from = found.value[0] as number;
    // Positions after the rule has been taken out.
    const to = choosePlace(rules.toSpliced(from, 1), place);
    if (!to.ok) return notFound(to.error);
    return ok({ edits: to.value === from ? [] : [{ kind: 'move', from, to: to.value }], index: to.value });
  });
}

function chosen(
  rules: readonly Rule[],
  choice: RuleChoice,
  plan: (first: number, all: readonly number[]) => Plan,
): Result<Plan, ChangeProblem> {
  const found = chooseRules(rules, choice);
  return found.ok ? ok(plan(found.value[0] as number, found.value)) : notFound(found.error);
}

function fieldProblem({ pattern, expires_at: expiresAt, approvals }: FieldChanges): string | null {
  if (typeof expiresAt === 'string' && !isRfc3339(expiresAt)) return notAnInstant(expiresAt);
  if (typeof approvals === 'number' && !isApprovals(approvals)) return badApprovals(String(approvals));
  const parsed = pattern === undefined ? null : parsePattern(pattern);
  return parsed === null || parsed.ok ? null : `bad pattern \`${pattern}\`: ${parsed.error.message}`;
}

function notAnInstant(written: string): string {
  return `\`${written}\` is not an instant; write it as \`2027-01-01T00:00:00Z\``;
}

function bad(message: string): { readonly ok: false; readonly error: ChangeProblem } {
  return fail({ kind: 'bad-rule', message });
}

function notFound(message: string): { readonly ok: false; readonly error: ChangeProblem } {
  return fail({ kind: 'not-found', message });
}
