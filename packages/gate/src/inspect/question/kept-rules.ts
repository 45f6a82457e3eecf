// What "always" offers and what it accepts, for the terminal, its plain mode and the page.

import type { ToolCall } from '@caliban/calls';
import { isOneOfSeveral } from '../../filter/because-text.ts';
import { parsePattern } from '../../pattern/parse-pattern.ts';
import type { KeptRule, Question, Scope } from '../../types/answer.ts';
import type { PatternProblem } from '../../types/pattern.ts';
import type { Rule } from '../../types/rule.ts';
import type { Part } from '../../types/verdict.ts';
import type { AskedPart } from './asked-parts.ts';
import { linePattern } from './line-pattern.ts';
import { ruleMatcher, uncovered } from './rule-matcher.ts';
import { isWholeLine } from './ticked.ts';
import { LAYER_OF } from './unheard.ts';

/** A rule for one of the parts, or for exactly this line. */
export type OfferedRule = AskedPart & { readonly isTicked: boolean };

/** The parts that a rule can be suggested for, each with one, and then the line as a whole. */
export function offeredRules(
  question: Question,
  parts: readonly AskedPart[],
  action: 'allow' | 'deny',
): readonly OfferedRule[] {
  const own = parts
    .filter(({ suggestions }) => suggestions.length > 0)
    // A deny of one part rejects the whole line; an allow needs all of them.
    .map((part, index): OfferedRule => ({ ...part, isTicked: action === 'allow' || index === 0 }));
  return [...own, ...wholeLine(question, own)];
}

function wholeLine({ call }: Question, parts: readonly AskedPart[]): readonly OfferedRule[] {
  const pattern = parts.some(({ part }) => isOneOfSeveral(part)) ? linePattern(call) : null;
  if (pattern === null || call.subject.kind !== 'command-line') return [];
  const part: Part = { ...LINE, text: call.subject.line.source.trim() };
  const suggestions = [{ pattern, explanation: 'exactly this line, and nothing else', preselected: true }];
  return [{ part, suggestions, isTicked: false }];
}

/** As far as matching is concerned. */
const LINE: Part = { kind: 'line', text: '', number: 1, of: 1 };

export function preselectedPattern(part: AskedPart | undefined): string {
  return part?.suggestions.find(({ preselected }) => preselected)?.pattern ?? '';
}

export type RuleWish = {
  readonly action: 'allow' | 'deny';
  readonly scope: Scope;
  readonly comment?: string;
  readonly reason?: string;
};

/** What would be saved, or what keeps it from being saved. */
export type WishedRule =
  | { readonly kind: 'unsound'; readonly problem: PatternProblem }
  | { readonly kind: 'no-match'; readonly rule: Rule }
  | { readonly kind: 'matches'; readonly rule: Rule };

/** `parts`: the rule has to match one of them; an undefined one is the call as one. */
export function wishedRule(
  written: string,
  { action, scope, ...notes }: RuleWish,
  { call, parts }: { readonly call: ToolCall; readonly parts: readonly (Part | undefined)[] },
): WishedRule {
  const pattern = parsePattern(written);
  if (!pattern.ok) return { kind: 'unsound', problem: pattern.error };
  const rule: Rule = { pattern: pattern.value, action, source: { layer: LAYER_OF[scope] }, ...notes };
  const matches = ruleMatcher(rule, foldingOf(call));
  return { kind: parts.some((part) => matches(call, part)) ? 'matches' : 'no-match', rule };
}

/** Where a pattern may be for any of the parts, or for the line. */
export function anyPart(parts: readonly AskedPart[]): readonly (Part | undefined)[] {
  return [...parts.map(({ part }) => part), LINE];
}

/** How many of the parts that ask the allows leave open: these will ask again. */
export function partsLeft(allows: readonly Rule[], call: ToolCall, asking: readonly Part[]): number {
  const parts = asking.filter((part) => !isWholeLine({ part }));
  return uncovered(allows, call, parts, foldingOf(call)).length;
}

function foldingOf({ context }: ToolCall): { readonly foldPaths: boolean } {
  return { foldPaths: context.foldsCase === true };
}

/** The call that a test beside the rule is about, as far as the rule is about it. Null: a rule of the session is in no file. */
export function testedCall(
  { action, scope }: RuleWish,
  call: ToolCall,
  part: Part | undefined,
): NonNullable<KeptRule['testOf']> | null {
  if (scope === 'session') return null;
  const isOfPart = action === 'allow' && part?.kind === 'command' && part.of > 1;
  return { tool: call.tool, input: isOfPart ? { command: part.text } : call.input };
}
