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

/** Changes that settle the call together; mostly one. */
export type Fix = {
  readonly changes: readonly Change[];
  /** What it does, in a few words. */
  readonly about: string;
  /** What the call gets then. */
  readonly outcome: Action;
  /** All rules with the changes made. */
  readonly rules: readonly Rule[];
};

/** A call, what is said of it, and the rules by which that is said. */
export type Trial = { readonly call: ToolCall; readonly verdict: Verdict; readonly inForce: RulesInForce };

export function judgeBy(rules: readonly Rule[], call: ToolCall, { rules: _, ...options }: RulesInForce): Verdict {
  return judge(createRuleBook(rules, options), call);
}

/** The part that the verdict is about, where the call has several. */
export function decidingPart(verdict: Verdict): Part | undefined {
  const { because } = ruleVerdict(verdict);
  const part = because.kind === 'fault' ? undefined : because.part;
  return part !== undefined && part.of > 1 ? part : undefined;
}
