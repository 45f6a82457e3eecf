import type { CallContext } from '@caliban/calls';
import { createRuleBook, parsePattern, type Rule, type RuleBook } from '@caliban/gate';
import { type Learned, type LearnedRule, type LearnPolicy, learnRules } from '@caliban/gate/learn';
import type { PastCall } from '@caliban/storage/histories';
import type { PastCallReader } from '../replay/past-call-reader.ts';
import { type Gathered, gatherLessons } from './gather-lessons.ts';

export type LearnContext = {
  readonly reader: PastCallReader;
  readonly policy: LearnPolicy;
  readonly context: CallContext;
};

/** Reads a history once; returns the rules that `perms learn` proposes. */
export async function learnFromHistory(
  calls: AsyncIterable<PastCall>,
  { reader, policy, context }: LearnContext,
): Promise<{ readonly gathered: Gathered; readonly learned: Learned }> {
  const gathered = await gatherLessons(calls, reader);
  return { gathered, learned: mostUseful(learnRules(gathered.lessons, policy, { context })) };
}

/** A person has to read them, so only the rules with the most calls are kept, along with the rules above them. */
function mostUseful(learned: Learned): Learned {
  const allows = learned.rules
    .filter(({ evidence }) => evidence.calls > 0)
    .sort((a, b) => b.evidence.calls - a.evidence.calls)
    .slice(0, MAX_RULES);
  return {
    ...learned,
    rules: [...learned.rules.filter(({ evidence }) => evidence.calls === 0), ...allows],
    refused: [...learned.refused].sort((a, b) => b.evidence.calls - a.evidence.calls),
  };
}

const MAX_RULES = 100;

/** The rules in force, with the learned ones where they would be written. */
export function bookWithLearned(
  { before, after, options, source }: LearnPolicy,
  rules: readonly LearnedRule[],
): RuleBook {
  const added = rules.flatMap(({ pattern, action }): readonly Rule[] => {
    const parsed = parsePattern(pattern);
    return parsed.ok ? [{ pattern: parsed.value, action, source }] : [];
  });
  return createRuleBook([...before, ...added, ...after], options);
}
