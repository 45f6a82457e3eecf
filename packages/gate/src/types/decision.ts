import type { Answer } from './answer.ts';
import type { Verdict } from './verdict.ts';

/** The last word. Two-valued: an unanswered ask cannot be executed. `answer`: where somebody was asked. */
export type Decision =
  | {
      readonly outcome: 'allow';
      readonly verdict: Verdict;
      readonly answer?: Answer;
      /** No written rule has a say, so it is up to the agent that makes the call. */
      readonly leftToHost?: true;
    }
  | {
      readonly outcome: 'deny';
      readonly verdict: Verdict;
      readonly answer?: Answer;
      /** No one waits for it any more, so what rules and mode said did not count: why. */
      readonly calledOff?: string;
      /** What the model reads. */
      readonly message: string;
    };
