import { describe, expect, test, vi } from 'vitest';
import type { FastClassifier } from '../../src/classify/fast-classifier.ts';
import { guardedClassifier } from '../../src/classify/guarded-classifier.ts';
import { CALM } from '../helpers/made-calls.ts';
import { DOUBTFUL, FINE, requestFor, saying, WRONG } from '../helpers/made-classifiers.ts';

const SMALL = requestFor({ command: 'ls' });
const HUGE = requestFor({ command: 'x'.repeat(5000) });

function fallback(reason: string) {
  return { verdict: 'soft_deny', source: 'ErrorFallback', reason };
}

describe('guardedClassifier', () => {
  test.each([FINE, DOUBTFUL, WRONG])('passes on $verdict', async (opinion) => {
    expect(await guardedClassifier(saying(opinion)).classify(SMALL, CALM)).toEqual(opinion);
  });

  test.each([
    [FINE, { ...FINE, verdict: 'soft_deny', reason: 'the classifier saw only part of the input: harmless' }],
    [DOUBTFUL, DOUBTFUL],
    [WRONG, WRONG],
  ])('of a cut input: $verdict', async (said, expected) => {
    expect(await guardedClassifier(saying(said)).classify(HUGE, CALM)).toEqual(expected);
  });

  test('only the model speaks here, whatever source it claims', async () => {
    const posing = saying({ ...FINE, source: 'StaticRule', more: 1 });
    expect(await guardedClassifier(posing).classify(SMALL, CALM)).toEqual(FINE);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'allow'],
    ['an empty object', {}],
    ['no reason', { verdict: 'allow' }],
    ['a reason that is no text', { verdict: 'allow', reason: 1 }],
    ['an unknown verdict', { verdict: 'Allow', reason: '' }],
    ['a list with it inside', [{ verdict: 'allow', reason: '' }]],
  ])('malformed: %s', async (_, answer) => {
    expect(await guardedClassifier(saying(answer)).classify(SMALL, CALM)).toEqual(
      fallback('the classifier gave no usable answer'),
    );
  });

  test.each<[string, FastClassifier, string]>([
    ['rejects', { classify: () => Promise.reject(new Error('503')) }, 'the classifier failed: 503'],
    [
      'throws at once',
      {
        classify() {
          throw 'boo';
        },
      },
      'the classifier failed: boo',
    ],
    [
      'answers with something that throws when read',
      saying({
        get verdict() {
          throw new Error('boo');
        },
      }),
      'the classifier failed: boo',
    ],
  ])('failing: %s', async (_, model, reason) => {
    expect(await guardedClassifier(model).classify(SMALL, CALM)).toEqual(fallback(reason));
  });

  test('slow: cut off even if it ignores the signal', async () => {
    let given: AbortSignal | undefined;
    const deaf: FastClassifier = {
      classify(_, signal) {
        given = signal;
        return new Promise(() => {});
      },
    };
    expect(await guardedClassifier(deaf, 20).classify(SMALL, CALM)).toEqual(
      fallback('the classifier gave no answer within 0.02 s'),
    );
    expect(given?.aborted).toBe(true);
  });

  test('slow means ten seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await guardedClassifier(saying(FINE)).classify(SMALL, CALM);
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
  });

  test('interrupted while thinking', async () => {
    const operator = new AbortController();
    const deaf: FastClassifier = {
      classify() {
        operator.abort();
        return new Promise(() => {});
      },
    };
    expect(await guardedClassifier(deaf).classify(SMALL, operator.signal)).toEqual(
      fallback('the classifier was interrupted'),
    );
  });

  test('interrupted before: the model is not asked at all', async () => {
    const model = saying(FINE);
    const opinion = await guardedClassifier(model).classify(SMALL, AbortSignal.abort());
    expect([opinion, model.asked]).toEqual([fallback('the classifier was interrupted'), []]);
  });

  test('a late failure of what was cut off goes nowhere', async () => {
    let failLate: (error: Error) => void = () => {};
    const late: FastClassifier = { classify: () => new Promise((_, reject) => (failLate = reject)) };
    const opinion = await guardedClassifier(late, 5).classify(SMALL, CALM);
    failLate(new Error('too late'));
    await new Promise(setImmediate);
    expect(opinion.source).toBe('ErrorFallback');
  });

  test('a very long reason is cut', async () => {
    const opinion = await guardedClassifier(saying({ ...WRONG, reason: 'x'.repeat(9999) })).classify(SMALL, CALM);
    expect(opinion.reason.length).toBeLessThan(1000);
  });
});
