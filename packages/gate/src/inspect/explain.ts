import type { ToolCall } from '@caliban/calls';
import { isCommand, judge } from '../judge/judge.ts';
import { judgeEachPart, type PartVerdict } from '../judge/judge-line.ts';
import { compileRules, createRuleBook, type RuleBook, type RuleBookOptions } from '../judge/rule-book.ts';
import type { RuleIndex } from '../judge/rule-index.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import { allowsOnlyConfined, type Rule } from '../types/rule.ts';
import type { Part, Verdict } from '../types/verdict.ts';

/** The full evaluation: every rule in order, tried against every part. */
export type Explanation = {
  readonly verdict: Verdict;
  readonly parts: readonly ExplainedPart[];
};

export type ExplainedPart = {
  /** Absent for a call without parts. */
  readonly part?: Part;
  /** Null: the part needs no rule. */
  readonly verdict: Verdict | null;
  readonly tried: readonly TriedRule[];
};

export type TriedRule = {
  readonly rule: Rule;
  readonly matches: boolean;
  /** The first match: the one that decides the part. */
  readonly decides: boolean;
  /** It would match if the command ran confined. */
  readonly ifConfined?: true;
};

/** Each rule is tried alone by the judge's own code, so that the display matches what is done. */
export function explain(rules: readonly Rule[], call: ToolCall, options: RuleBookOptions = {}): Explanation {
  const whole = createRuleBook(rules, options);
  const confining = isCommand(call) ? whole.confining : undefined;
  const book = confining?.allowing ?? whole;
  const alone = rules.map((rule) =>
    partsOf(byItself(book, compileRules([rule], { ...options, confines: true })), call),
  );
  const enforced = book.enforced.map((layer) => partsOf(byItself(book, layer), call));
  const parts = partsOf(book, call).map(({ part, verdict: spoken }, index): ExplainedPart => {
    const verdict = enforced.map((layer) => layer[index]?.verdict).find((held) => held?.action === 'deny') ?? spoken;
    const fits = alone.map((verdicts) => isMatch(verdicts[index]?.verdict));
    const isSkipped = (rule: Rule) => confining === undefined && allowsOnlyConfined(rule);
    const matches = rules.map((rule, position) => fits[position] === true && !isSkipped(rule));
    const deciding = rules.findIndex((rule, position) => matches[position] === true && isDeciding(rule, verdict));
    return {
      ...(part === undefined ? {} : { part }),
      verdict,
      tried: rules.map((rule, position) => ({
        rule,
        matches: matches[position] === true,
        decides: position === deciding,
        ...(fits[position] === true && isSkipped(rule) && isCommand(call) ? { ifConfined: true as const } : {}),
      })),
    };
  });
  return { verdict: judge(whole, call), parts };
}

function byItself({ seesThroughWrappers }: RuleBook, rules: RuleIndex): RuleBook {
  return { rules, enforced: [], seesThroughWrappers };
}

function partsOf(book: RuleBook, call: ToolCall): readonly (Omit<PartVerdict, 'part'> & { readonly part?: Part })[] {
  if (call.subject.kind === 'command-line') return judgeEachPart(book, call, call.subject.line);
  return [{ verdict: judge(byItself(book, book.rules), call) }];
}

function isMatch(verdict: Verdict | null | undefined): boolean {
  if (verdict == null) return false;
  const { because } = verdict;
  return because.kind === 'rule' || (because.kind === 'opaque' && because.rule !== undefined);
}

function isDeciding(rule: Rule, verdict: Verdict | null): boolean {
  if (verdict?.because.kind !== 'rule') return false;
  const decided = verdict.because.rule;
  return (
    decided.action === rule.action &&
    decided.source.layer === rule.source.layer &&
    decided.source.line === rule.source.line &&
    formatPattern(decided.pattern) === formatPattern(rule.pattern)
  );
}
