import { describe, expect, test } from 'vitest';
import type { AskHandler } from '../../src/ask/ask-handler.ts';
import { oneAtATime } from '../../src/ask/one-at-a-time.ts';
import type { Answer, Question } from '../../src/types/answer.ts';
import type { Verdict } from '../../src/types/verdict.ts';
import { ASKED, bashCall, byRule, CALM, madeRule } from '../helpers/made-calls.ts';

const YES: Answer = { kind: 'once', action: 'allow', by: 'operator' };
const NO: Answer = { kind: 'once', action: 'deny', by: 'operator' };
const ALLOWED = byRule(madeRule('Bash:a', 'allow'));
const DENIED = byRule(madeRule('Bash:a', 'deny'));

function about(command: string): Question {
  return { call: bashCall(command), verdict: ASKED };
}

/** An operator who looks at one question and answers when told to. */
function slowOperator() {
  const shown: Question[] = [];
  const settle: { answer: (answer: Answer) => void; fail: (error: Error) => void }[] = [];
  const handler: AskHandler = {
    ask(question) {
      shown.push(question);
      return new Promise((answer, fail) => settle.push({ answer, fail }));
    },
  };
  return {
    handler,
    shown,
    settle,
    commands: () => shown.map(({ call }) => (call.input as { command: string }).command),
  };
}

/** Until nothing is left to do. */
const quiet = () => new Promise(setImmediate);

describe('oneAtATime', () => {
  test('the next question is shown when the last one is answered', async () => {
    const operator = slowOperator();
    const queue = oneAtATime(operator.handler, () => ASKED);
    const answers = ['a', 'b', 'c'].map((command) => queue.ask(about(command), CALM));
    const shownThen = [];
    for (const answer of [YES, NO, YES]) {
      await quiet();
      shownThen.push(operator.commands().join());
      operator.settle.at(-1)?.answer(answer);
    }
    expect([shownThen, await Promise.all(answers)]).toEqual([
      ['a', 'a,b', 'a,b,c'],
      [YES, NO, YES],
    ]);
  });

  test.each<[string, Verdict]>([
    ['allowed', ALLOWED],
    ['denied', DENIED],
  ])('a queued question that is %s by now is not shown', async (_, byNow) => {
    const operator = slowOperator();
    const queue = oneAtATime(operator.handler, () => byNow);
    const first = queue.ask(about('a'), CALM);
    const second = queue.ask(about('b'), CALM);
    await quiet();
    operator.settle[0]?.answer(YES);
    expect([await first, await second, operator.commands()]).toEqual([YES, { kind: 'covered', verdict: byNow }, ['a']]);
  });

  test('one that did not have to wait is not judged again', async () => {
    const operator = slowOperator();
    let judged = 0;
    const queue = oneAtATime(operator.handler, () => {
      judged++;
      return ALLOWED;
    });
    for (const command of ['a', 'b']) {
      const answer = queue.ask(about(command), CALM);
      await quiet();
      operator.settle.at(-1)?.answer(YES);
      await answer;
    }
    expect([judged, operator.commands()]).toEqual([0, ['a', 'b']]);
  });

  test('what is shown is the verdict of now', async () => {
    const operator = slowOperator();
    const now = byRule(madeRule('Bash', 'ask'));
    const queue = oneAtATime(operator.handler, async () => now);
    void queue.ask(about('a'), CALM);
    void queue.ask(about('b'), CALM);
    await quiet();
    operator.settle[0]?.answer(YES);
    await quiet();
    expect(operator.shown.map(({ verdict }) => verdict)).toEqual([ASKED, now]);
  });

  test('whoever gives up while queued leaves alone', async () => {
    const operator = slowOperator();
    const queue = oneAtATime(operator.handler, () => ASKED);
    const gone = new AbortController();
    const answers = [queue.ask(about('a'), CALM), queue.ask(about('b'), gone.signal), queue.ask(about('c'), CALM)];
    const outcomes = Promise.allSettled(answers);
    gone.abort('stopped');
    await expect(answers[1]).rejects.toBe('stopped'); // at once, while `a` is still on the screen
    await quiet();
    operator.settle[0]?.answer(YES);
    await quiet();
    operator.settle[1]?.answer(NO);
    expect([(await outcomes).map(({ status }) => status), operator.commands()]).toEqual([
      ['fulfilled', 'rejected', 'fulfilled'],
      ['a', 'c'],
    ]);
  });

  test('giving up on a question that is shown: the next one comes when it is off the screen', async () => {
    const operator = slowOperator();
    const queue = oneAtATime(operator.handler, () => ASKED);
    const gone = new AbortController();
    const first = queue.ask(about('a'), gone.signal);
    void queue.ask(about('b'), CALM);
    await quiet();
    gone.abort('stopped');
    await expect(first).rejects.toBe('stopped');
    await quiet();
    const before = operator.commands();
    operator.settle[0]?.answer(NO);
    await quiet();
    expect([before, operator.commands()]).toEqual([['a'], ['a', 'b']]);
  });

  test('given up from the start: not shown', async () => {
    const operator = slowOperator();
    const queue = oneAtATime(operator.handler, () => ASKED);
    await expect(queue.ask(about('a'), AbortSignal.abort('stopped'))).rejects.toBe('stopped');
    await quiet();
    expect(operator.shown).toEqual([]);
  });

  test('given up while it is judged again: not shown', async () => {
    const operator = slowOperator();
    const gone = new AbortController();
    const queue = oneAtATime(operator.handler, () => {
      gone.abort('stopped');
      return ASKED;
    });
    void queue.ask(about('a'), CALM);
    const second = queue.ask(about('b'), gone.signal);
    await quiet();
    operator.settle[0]?.answer(YES);
    await expect(second).rejects.toBe('stopped');
    await quiet();
    expect(operator.commands()).toEqual(['a']);
  });

  test.each<[string, AskHandler['ask']]>([
    ['rejects', () => Promise.reject(new Error('boo'))],
    [
      'throws',
      () => {
        throw new Error('boo');
      },
    ],
  ])('a handler that %s does not block the queue', async (_, fail) => {
    let asked = 0;
    const queue = oneAtATime({ ask: (...args) => (asked++ === 0 ? fail(...args) : Promise.resolve(YES)) }, () => ASKED);
    const outcomes = await Promise.allSettled([queue.ask(about('a'), CALM), queue.ask(about('b'), CALM)]);
    expect(outcomes).toEqual([
      { status: 'rejected', reason: new Error('boo') },
      { status: 'fulfilled', value: YES },
    ]);
  });

  test('judging again that fails refuses that one and does not block the queue', async () => {
    let judged = 0;
    const queue = oneAtATime({ ask: async () => YES }, () => {
      if (judged++ === 0) throw new Error('boo');
      return ASKED;
    });
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((command) => queue.ask(about(command), CALM)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test.each<[string, Verdict, unknown, number]>([
    ['allows', ALLOWED, { kind: 'covered', verdict: ALLOWED }, 0],
    ['denies', DENIED, { kind: 'covered', verdict: DENIED }, 0],
    ['still asks about', ASKED, YES, 1],
  ])('an open question that a change %s', async (_, byNow, expected, answered) => {
    const listeners = new Set<() => void>();
    const withdrawn: string[] = [];
    let answer = (_answer: Answer) => {};
    const handler: AskHandler = {
      ask: (_question, signal) =>
        new Promise((resolve, reject) => {
          answer = resolve;
          signal.addEventListener('abort', () => {
            withdrawn.push('withdrawn');
            reject(signal.reason);
          });
        }),
    };
    const queue = oneAtATime(
      handler,
      () => byNow,
      (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    );
    const asked = queue.ask(about('a'), CALM);
    await quiet();
    for (const tell of [...listeners]) tell();
    await quiet();
    if (answered === 1) answer(YES);
    expect([await asked, withdrawn.length, listeners.size]).toEqual([expected, 1 - answered, 0]);
  });

  test('what cannot be weighed again stays a question', async () => {
    const listeners: (() => void)[] = [];
    const operator = slowOperator();
    const queue = oneAtATime(
      operator.handler,
      () => {
        throw new Error('no rules');
      },
      (listener) => {
        listeners.push(listener);
        return () => {};
      },
    );
    const asked = queue.ask(about('a'), CALM);
    await quiet();
    listeners[0]?.();
    await quiet();
    operator.settle[0]?.answer(NO);
    expect(await asked).toEqual(NO);
  });
});
