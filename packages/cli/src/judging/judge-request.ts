import type { RuleBookOptions } from '@caliban/gate';
import { createRuleBook } from '@caliban/gate/internal/judge/rule-book';
import { FOLDS_CASE } from '../places/surroundings.ts';
import type { Policy } from '../policy/policy.ts';
import { type BookRequest, type Judged, judgeByBook } from './judge-by-book.ts';

/** One call, with the rules it is judged by. */
export type JudgeRequest = Omit<BookRequest, 'book' | 'policy'> & { readonly policy: Policy };

export function judgeRequest(request: JudgeRequest): Promise<Judged> {
  const { policy } = request;
  return judgeByBook({ ...request, book: createRuleBook(policy.rules, bookOptions(policy)) });
}

export function bookOptions({
  lockedLayers,
  seesThroughWrappers,
}: Pick<Policy, 'lockedLayers' | 'seesThroughWrappers'>): RuleBookOptions {
  return { lockedLayers, seesThroughWrappers: seesThroughWrappers.value, foldPaths: FOLDS_CASE };
}
