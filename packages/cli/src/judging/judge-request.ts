import { createRuleBook, type RuleBookOptions } from '@caliban/gate';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import type { Policy } from '../policy/policy.ts';
import { type BookRequest, type Judged, judgeByBook } from './judge-by-book.ts';

/** One call, with the rules it is judged by. */
export type JudgeRequest = Omit<BookRequest, 'book' | 'policy'> & { readonly policy: Policy };

export function judgeRequest(request: JudgeRequest): Promise<Judged> {
  const { policy } = request;
  return judgeByBook({ ...request, book: createRuleBook(policy.rules, bookOptions(policy)) });
}

export function bookOptions({
  enforcedLayers,
  seesThroughWrappers,
  confines,
}: Pick<Policy, 'enforcedLayers' | 'seesThroughWrappers' | 'confines'>): RuleBookOptions {
  return { enforcedLayers, seesThroughWrappers, foldPaths: FOLDS_CASE, confines };
}
