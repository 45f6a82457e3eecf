import { untilAborted } from '../signals/until-aborted.ts';
import type { Answer, Question } from '../types/answer.ts';
import type { Verdict } from '../types/verdict.ts';
import type { AskHandler } from './ask-handler.ts';
import { isSettled, type SettledVerdict } from './settled-verdict.ts';

/** Rules and mode once more, now that the questions before it are settled. */
export type WeighAgain = (question: Question, signal: AbortSignal) => Verdict | Promise<Verdict>;

/** Nobody had to be asked: rules and mode say yes or no by now. */
export type Covered = { readonly kind: 'covered'; readonly verdict: SettledVerdict };

export type Queue = { readonly ask: (question: Question, signal: AbortSignal) => Promise<Answer | Covered> };

/** Questions in the order they came, one at a time. One that had to wait may be covered by an answer given meanwhile. */
export function oneAtATime(handler: AskHandler, weighAgain: WeighAgain): Queue {
  let unsettled = 0;
  let last: Promise<unknown> = Promise.resolve();

  return {
    ask(question, signal) {
      const hadToWait = unsettled > 0;
      unsettled++;
      const turn = last
        .then(() => takeTurn(question, signal, { hadToWait }))
        .finally(() => {
          unsettled--;
        });
      last = turn.catch(() => {});
      // Whoever gives up leaves at once; the next question still waits until this one is off the screen.
      return untilAborted(turn, signal);
    },
  };

  async function takeTurn(
    question: Question,
    signal: AbortSignal,
    { hadToWait }: { hadToWait: boolean },
  ): Promise<Answer | Covered> {
    if (signal.aborted) throw signal.reason;
    if (!hadToWait) return handler.ask(question, signal);

    const verdict = await weighAgain(question, signal);
    if (signal.aborted) throw signal.reason;
    return isSettled(verdict) ? { kind: 'covered', verdict } : handler.ask({ ...question, verdict }, signal);
  }
}
