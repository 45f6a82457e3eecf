import type { Answer } from './answer.ts';
import type { Verdict } from './verdict.ts';

/** The final decision. Two-valued: an unanswered ask can't be executed. `answer`: if someone was asked. */
export type Decision =
  | {
      readonly outcome: 'allow';
      readonly verdict: Verdict;
      readonly answer?: Answer;
      /** No written rule applies, so the calling agent decides. */
      readonly leftToHost?: true;
    }
  | {
      readonly outcome: 'deny';
      readonly verdict: Verdict;
      readonly answer?: Answer;
      /** No one waits for it any more, so the verdict of rules and mode was ignored: says why. */
      readonly calledOff?: string;
      /** The message to the model. */
      readonly message: string;
    };
