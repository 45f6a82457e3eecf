import type { RuleBookOptions } from '@caliban/gate';
import { createRuleBook } from '@caliban/gate/internal/judge/rule-book';
import { type BookRequest, type Judged, judgeByBook } from './judge-by-book.ts';
import type { Policy } from './policy.ts';
import { FOLDS_CASE } from './surroundings.ts';

/** One call, with the rules it is judged by. */
export type JudgeRequest = Omit<BookRequest, 'book' | 'policy'> & { readonly policy: Policy };

export function judgeRequest(request: JudgeRequest): Promise<Judged> {
  const { policy } = request;
  return judgeByBook({ ...request, book: createRuleBook(policy.rules, bookOptions(policy)) });
}

export function bookOptions({ lockedLayers }: Policy): RuleBookOptions {
  return { lockedLayers, foldPaths: FOLDS_CASE };
}
