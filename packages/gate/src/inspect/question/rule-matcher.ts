import type { ToolCall } from '@caliban/calls';
import { judge } from '../../judge/judge.ts';
import { judgeEachPart } from '../../judge/judge-line.ts';
import { createRuleBook } from '../../judge/rule-book.ts';
import type { Rule } from '../../types/rule.ts';
import type { Part, Verdict } from '../../types/verdict.ts';
import { isSamePart } from './asked-parts.ts';

export type RuleMatcher = (call: ToolCall, part?: Part) => boolean;

/**
 * Whether the rule would decide, according to the judge's own code, with this rule as the only one. An allow covers one part of a
 * command line (the given one, else any); a deny of any part denies the whole call.
 */
export function ruleMatcher(rule: Rule, { foldPaths }: { foldPaths: boolean }): RuleMatcher {
  const book = createRuleBook([rule], { foldPaths });
  return (call, part) => {
    if (rule.action !== 'allow' || call.subject.kind !== 'command-line') return speaks(rule, judge(book, call));
    if (part?.kind === 'line') return speaks(rule, judge(book, call));
    return judgeEachPart(book, call, call.subject.line).some(
      (judged) => (part === undefined || isSamePart(part, judged.part)) && speaks(rule, judged.verdict),
    );
  };
}

/** Those of these parts of a command line that the allows together don't cover. */
export function uncovered(
  allows: readonly Rule[],
  call: ToolCall,
  parts: readonly Part[],
  { foldPaths }: { foldPaths: boolean },
): readonly Part[] {
  if (call.subject.kind !== 'command-line') return [];
  const book = createRuleBook(allows, { foldPaths });
  // A rule that spells the whole line covers all of it, and no single part.
  if (judge(book, call).action === 'allow') return [];
  const judged = judgeEachPart(book, call, call.subject.line);
  const covered = new Set(judged.filter(({ verdict }) => isAllow(verdict)).map(({ part }) => nameOf(part)));
  return parts.filter((part) => !covered.has(nameOf(part)));
}

function isAllow(verdict: Verdict | null): boolean {
  return verdict?.action === 'allow' && verdict.because.kind === 'rule';
}

function nameOf({ kind, number }: Part): string {
  return `${kind} ${number}`;
}

function speaks({ action }: Rule, verdict: Verdict | null): boolean {
  return verdict !== null && verdict.action === action && verdict.because.kind === 'rule';
}
