import type { ToolCall } from '@caliban/calls';
import type { Action, Part, Rule, Verdict } from '@caliban/gate';
import { createRuleBook, judge } from '@caliban/gate';
import type { AllowPlace, RulesInForce } from '@caliban/gate/ask';
import { ruleVerdict } from '@caliban/gate/filter';

/** A change to one file, and the command that makes it. */
export type Change = (
  | { readonly kind: 'add'; readonly rule: Rule; readonly place: FilePlace }
  | { readonly kind: 'remove'; readonly rule: Rule }
) & { readonly command: string };

export type FilePlace = Exclude<AllowPlace, { layer: 'cli' }>;

/** Changes that settle the call together; usually one. */
export type Fix = {
  readonly changes: readonly Change[];
  /** What it does, in a few words. */
  readonly about: string;
  /** The call's verdict after the fix. */
  readonly outcome: Action;
  /** All rules after the changes. */
  readonly rules: readonly Rule[];
};

/** A call, its verdict, and the rules for it. */
export type Trial = { readonly call: ToolCall; readonly verdict: Verdict; readonly inForce: RulesInForce };

export function judgeBy(rules: readonly Rule[], call: ToolCall, { rules: _, ...options }: RulesInForce): Verdict {
  return judge(createRuleBook(rules, options), call);
}

/** The part that decided the verdict, if the call has several. */
export function decidingPart(verdict: Verdict): Part | undefined {
  const { because } = ruleVerdict(verdict);
  const part = because.kind === 'fault' ? undefined : because.part;
  return part !== undefined && part.of > 1 ? part : undefined;
}
