import { type Action, describeVerdict, formatPattern, type Rule, type Verdict } from '@caliban/gate';
import { ruleVerdict } from '@caliban/gate/filter';
import type { ConfinedRun } from '@caliban/gate/types';

/** A verdict for programs. */
export type VerdictJson = {
  /** null: no rule matched, and the built-in ones were left out. */
  readonly action: Action | null;
  readonly pattern: string | null;
  readonly layer: string | null;
  readonly part?: string;
  readonly because: string;
  readonly reason?: string;
  /** It is allowed only if the command runs confined. */
  readonly confined?: ConfinedRun;
  readonly text: string;
};

export function verdictJson(verdict: Verdict, { defaults }: { readonly defaults: boolean }): VerdictJson {
  const { because } = ruleVerdict(verdict);
  const rule: Rule | undefined = because.kind === 'rule' || because.kind === 'opaque' ? because.rule : undefined;
  const part = because.kind === 'fault' ? undefined : because.part?.text;
  return {
    action: !defaults && verdict.because.kind === 'no-rule' ? null : verdict.action,
    pattern: rule === undefined ? null : formatPattern(rule.pattern),
    layer: rule?.source.layer ?? null,
    ...(part === undefined ? {} : { part }),
    because: verdict.because.kind,
    ...(rule?.reason === undefined ? {} : { reason: rule.reason }),
    ...(verdict.confined === undefined ? {} : { confined: verdict.confined }),
    text: describeVerdict(verdict),
  };
}
