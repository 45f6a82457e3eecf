import type { Answer } from './answer.ts';
import type { Verdict } from './verdict.ts';

/** The last word. Two-valued: an unanswered ask cannot be executed. `answer`: where somebody was asked. */
export type Decision =
  | { readonly outcome: 'allow'; readonly verdict: Verdict; readonly answer?: Answer }
  | {
      readonly outcome: 'deny';
      readonly verdict: Verdict;
      readonly answer?: Answer;
      /** What the model reads. */
      readonly message: string;
    };
