import type { Layer, Rule, RuleSource } from '@caliban/gate';
import type { Path } from '../../documents/places.ts';
import type { PermissionSettings, PolicyTest } from '../rule-file.ts';
import type { CheckedRule } from './check-entry.ts';
import { type Entry, pathOf } from './collect-entries.ts';
import type { LoadedText } from './loaded-text.ts';

export type SourcedPolicy = {
  readonly rules: readonly Rule[];
  readonly settings: PermissionSettings;
  readonly tests: readonly PolicyTest[];
};

/** The contents of a text, each rule, setting and test with its line. */
export function sourcedPolicy(
  { parsed, policy }: LoadedText,
  { file, layer }: { readonly file: string; readonly layer: Layer },
): SourcedPolicy {
  const sourceAt = (path: Path) => ({ layer, file, line: parsed.lineOf(path) });
  return {
    rules: policy.rules.map((rule, index) => sourcedRule(rule, sourceAt(pathOf(policy.entries[index] as Entry)))),
    settings: Object.fromEntries(
      Object.entries(policy.settings).map(([name, { value, path }]) => [name, { value, ...sourceAt(path) }]),
    ),
    tests: policy.tests.map(({ test, path }) => ({ ...test, source: sourceAt(path) })),
  };
}

/** Copied field by field: there may be many thousands, and a spread costs ten times as much. */
function sourcedRule(checked: CheckedRule, source: RuleSource): Rule {
  const { pattern, action, comment, reason, expiresAt, confined, approvals, selfApproval } = checked;
  const rule: { -readonly [Name in keyof Rule]: Rule[Name] } = { pattern, action, source };
  if (comment !== undefined) rule.comment = comment;
  if (reason !== undefined) rule.reason = reason;
  if (expiresAt !== undefined) rule.expiresAt = expiresAt;
  if (confined !== undefined) rule.confined = confined;
  if (approvals !== undefined) rule.approvals = approvals;
  if (selfApproval !== undefined) rule.selfApproval = selfApproval;
  return rule;
}
