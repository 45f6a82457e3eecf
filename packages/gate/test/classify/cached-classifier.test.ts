import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CachedClassifier } from '../../src/classify/cached-classifier.ts';
import type { FastClassifier } from '../../src/classify/fast-classifier.ts';
import type { ClassifierOpinion } from '../../src/types/verdict.ts';
import { CALM } from '../helpers/made-calls.ts';
import { DOUBTFUL, FINE, requestFor, saying, WRONG } from '../helpers/made-classifiers.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('CachedClassifier', () => {
  test.each([FINE, DOUBTFUL, WRONG])('remembers $verdict', async (opinion) => {
    const model = saying(opinion);
    const cached = new CachedClassifier(model, sha256);
    const first = await cached.classify(requestFor({ a: 1, b: 2 }), CALM);
    const second = await cached.classify(requestFor({ b: 2, a: 1 }), CALM);
    expect([first, second, model.asked.length]).toEqual([opinion, { ...opinion, source: 'Cache' }, 1]);
  });

  test.each<[string, ClassifierOpinion['source']]>([
    ['a failure', 'ErrorFallback'],
    ['the kill switch', 'DisabledFallback'],
    ['a static rule', 'StaticRule'],
  ])('never remembers %s', async (_, source) => {
    const model = saying({ ...FINE, source });
    const cached = new CachedClassifier(model, sha256);
    await cached.classify(requestFor({}), CALM);
    expect([await cached.classify(requestFor({}), CALM), model.asked.length]).toEqual([{ ...FINE, source }, 2]);
  });

  test.each([
    ['another input', requestFor({ command: 'rm' })],
    ['another tool', requestFor({ command: 'ls' }, 'Shell')],
  ])('%s is another question', async (_, other) => {
    const model = saying(FINE);
    const cached = new CachedClassifier(model, sha256);
    await cached.classify(requestFor({ command: 'ls' }), CALM);
    expect((await cached.classify(other, CALM)).source).toBe('Model');
  });

  test.each([
    ['an input without an exact text', { a: Number.NaN }, sha256],
    [
      'a digest that fails',
      {},
      () => {
        throw new Error('no crypto');
      },
    ],
  ])('%s is asked about every time', async (_, input, digest) => {
    const model = saying(FINE);
    const cached = new CachedClassifier(model, digest);
    await cached.classify(requestFor(input), CALM);
    expect([await cached.classify(requestFor(input), CALM), model.asked.length]).toEqual([FINE, 2]);
  });

  test('keeps 256, dropping what was not used for longest', async () => {
    const model = saying(FINE);
    const cached = new CachedClassifier(model, sha256);
    const sourceOf = async (input: number) => (await cached.classify(requestFor(input), CALM)).source;
    for (let input = 0; input < 256; input++) await sourceOf(input);
    expect(await sourceOf(0)).toBe('Cache');
    expect(await sourceOf(256)).toBe('Model'); // pushes out 1, since 0 was just used
    expect([await sourceOf(0), await sourceOf(2), await sourceOf(256)]).toEqual(['Cache', 'Cache', 'Cache']);
    expect(await sourceOf(1)).toBe('Model');
  });

  test('clear forgets everything, also an answer that was already on its way', async () => {
    const answers: ((opinion: ClassifierOpinion) => void)[] = [];
    const slow: FastClassifier = { classify: () => new Promise((resolve) => answers.push(resolve)) };
    const cached = new CachedClassifier(slow, sha256);
    const pending = cached.classify(requestFor({}), CALM);
    cached.clear();
    answers[0]?.(FINE);
    expect(await pending).toEqual(FINE);
    void cached.classify(requestFor({}), CALM);
    expect(answers.length).toBe(2);
  });

  test('a rejection is passed on and not remembered', async () => {
    const cached = new CachedClassifier({ classify: () => Promise.reject(new Error('boo')) }, sha256);
    await expect(cached.classify(requestFor({}), CALM)).rejects.toThrow('boo');
    await expect(cached.classify(requestFor({}), CALM)).rejects.toThrow('boo');
  });
});
