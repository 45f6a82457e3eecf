import { untilAborted } from '../signals/until-aborted.ts';
import type { Answer, Question } from '../types/answer.ts';
import type { Verdict } from '../types/verdict.ts';
import type { AskHandler, Covered } from './ask-handler.ts';
import { isFinal } from './final-verdict.ts';

/** Rules and mode once more, after the questions before it are answered. */
export type WeighAgain = (question: Question, signal: AbortSignal) => Verdict | Promise<Verdict>;

export type Queue = { readonly ask: (question: Question, signal: AbortSignal) => Promise<Answer | Covered> };

/** Calls the listener whenever rules or mode may have changed. Returns a function that stops it. */
export type OnChange = (listener: () => void) => () => void;

/**
 * Questions in order of arrival, one at a time. A waiting question may be covered by an earlier answer, and an open one by a
 * change of mode.
 */
export function oneAtATime(handler: AskHandler, weighAgain: WeighAgain, onChange: OnChange = NEVER): Queue {
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
      // A caller that gives up returns at once. The next question still waits until this one is off the screen.
      return untilAborted(turn, signal);
    },
  };

  async function takeTurn(
    question: Question,
    signal: AbortSignal,
    { hadToWait }: { hadToWait: boolean },
  ): Promise<Answer | Covered> {
    if (signal.aborted) throw signal.reason;
    if (!hadToWait) return askUntilCovered(question, signal);

    const verdict = await weighAgain(question, signal);
    if (signal.aborted) throw signal.reason;
    return isFinal(verdict) ? { kind: 'covered', verdict } : askUntilCovered({ ...question, verdict }, signal);
  }

  async function askUntilCovered(question: Question, signal: AbortSignal): Promise<Answer | Covered> {
    const withdrawal = new AbortController();
    let covered: Covered | null = null;
    const stop = onChange(() => {
      const weighed = (async () => weighAgain(question, signal))();
      weighed.then(
        (verdict) => {
          if (covered !== null || !isFinal(verdict)) return;
          covered = { kind: 'covered', verdict };
          withdrawal.abort(new Error('the mode settled the question'));
        },
        // It couldn't be weighed, so it stays a question.
        () => {},
      );
    });
    try {
      return await handler.ask(question, AbortSignal.any([signal, withdrawal.signal]));
    } catch (error) {
      if (covered !== null && !signal.aborted) return covered;
      throw error;
    } finally {
      stop();
    }
  }
}

const NEVER: OnChange = () => () => {};
