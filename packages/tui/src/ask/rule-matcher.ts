import { createRuleBook, judge, type Part, type Rule, type ToolCall, type Verdict } from '@caliban/gate';
import { judgeEachPart } from '@caliban/gate/internal/judge/judge-line';
import { isSamePart } from './asked-parts.ts';

export type RuleMatcher = (call: ToolCall, part?: Part) => boolean;

/**
 * Whether the rule would speak, judged by the very code that judges, with this rule as the only one. An allow covers one part
 * of a command line (the given one, else any); a deny of any part denies the whole call.
 */
export function ruleMatcher(rule: Rule, { foldPaths }: { foldPaths: boolean }): RuleMatcher {
  const book = createRuleBook([rule], { foldPaths });
  return (call, part) => {
    if (rule.action !== 'allow' || call.subject.kind !== 'command-line') return speaks(rule, judge(book, call));
    return judgeEachPart(book, call, call.subject.line).some(
      (judged) => (part === undefined || isSamePart(part, judged.part)) && speaks(rule, judged.verdict),
    );
  };
}

/** Of these parts of a command line, those that an allow does not cover. */
export function uncovered(
  rule: Rule,
  call: ToolCall,
  parts: readonly Part[],
  { foldPaths }: { foldPaths: boolean },
): readonly Part[] {
  if (call.subject.kind !== 'command-line') return [];
  const judged = judgeEachPart(createRuleBook([rule], { foldPaths }), call, call.subject.line);
  const covered = new Set(judged.filter(({ verdict }) => speaks(rule, verdict)).map(({ part }) => nameOf(part)));
  return parts.filter((part) => !covered.has(nameOf(part)));
}

function nameOf({ kind, number }: Part): string {
  return `${kind} ${number}`;
}

function speaks({ action }: Rule, verdict: Verdict | null): boolean {
  return verdict !== null && verdict.action === action && verdict.because.kind === 'rule';
}
