import { describe, expect, test } from 'vitest';
import { autoClassifier } from '../../src/classify/auto-classifier.ts';
import type { FastClassifier } from '../../src/classify/fast-classifier.ts';
import type { StaticHit } from '../../src/classify/static-lists.ts';
import { CALM } from '../helpers/made-calls.ts';
import { FINE, requestFor, saying } from '../helpers/made-classifiers.ts';

const REQUEST = requestFor({ command: 'ls' });

function made({
  disabled = false,
  hit = () => null,
  model = saying(FINE),
}: {
  disabled?: boolean;
  hit?: () => StaticHit | null;
  model?: FastClassifier | null;
}) {
  return autoClassifier({ disabled, staticLists: hit, digest: (text) => text, model });
}

describe('autoClassifier', () => {
  test.each([
    ['hard_deny', 'hard_deny'],
    ['soft_deny', 'soft_deny'],
    ['allow', 'allow'],
  ] as const)('a static %s speaks before the model', async (list, verdict) => {
    const model = saying(FINE);
    const { classifier } = made({ hit: () => ({ list, pattern: 'Bash:ls' }), model });
    const opinion = await classifier.classify(REQUEST, CALM);
    expect([opinion, model.asked]).toEqual([
      { verdict, source: 'StaticRule', reason: `matches \`Bash:ls\` in ${list}` },
      [],
    ]);
  });

  test('a static allow counts for an input of any length: the lists see all of it', async () => {
    const { classifier } = made({ hit: () => ({ list: 'allow', pattern: 'Write' }) });
    expect((await classifier.classify(requestFor('x'.repeat(9999)), CALM)).verdict).toBe('allow');
  });

  test('the static lists speak before the cache', async () => {
    let hit: StaticHit | null = null;
    const { classifier } = made({ hit: () => hit });
    await classifier.classify(REQUEST, CALM);
    hit = { list: 'hard_deny', pattern: 'Bash:ls' };
    expect((await classifier.classify(REQUEST, CALM)).source).toBe('StaticRule');
  });

  test('model, then cache, then forgotten', async () => {
    const { classifier, forget } = made({});
    const sourceNow = async () => (await classifier.classify(REQUEST, CALM)).source;
    const sources = [await sourceNow(), await sourceNow()];
    forget();
    sources.push(await sourceNow());
    expect(sources).toEqual(['Model', 'Cache', 'Model']);
  });

  test('switched off: nobody is consulted', async () => {
    const model = saying(FINE);
    const { classifier, forget } = made({ disabled: true, hit: () => ({ list: 'allow', pattern: 'Bash' }), model });
    forget();
    expect([await classifier.classify(REQUEST, CALM), model.asked]).toEqual([
      { verdict: 'soft_deny', source: 'DisabledFallback', reason: 'auto mode is switched off' },
      [],
    ]);
  });

  test('no route', async () => {
    const { classifier } = made({ model: null });
    expect(await classifier.classify(REQUEST, CALM)).toEqual({
      verdict: 'soft_deny',
      source: 'ErrorFallback',
      reason: 'the classifier failed: no model is set up for `fast_classifier`',
    });
  });

  test('a failure is tried again', async () => {
    let tries = 0;
    const model: FastClassifier = {
      async classify() {
        if (tries++ === 0) throw new Error('503');
        return FINE;
      },
    };
    const { classifier } = made({ model });
    const sources = [
      (await classifier.classify(REQUEST, CALM)).source,
      (await classifier.classify(REQUEST, CALM)).source,
    ];
    expect(sources).toEqual(['ErrorFallback', 'Model']);
  });

  test('lists that fail do not leave it to the model', async () => {
    const model = saying(FINE);
    const { classifier } = made({
      hit: () => {
        throw new Error('bad list');
      },
      model,
    });
    expect([await classifier.classify(REQUEST, CALM), model.asked]).toEqual([
      { verdict: 'soft_deny', source: 'ErrorFallback', reason: 'the static lists failed: bad list' },
      [],
    ]);
  });

  test('a cut input is remembered as what it counted for', async () => {
    const huge = requestFor('x'.repeat(9999));
    const { classifier } = made({});
    const verdicts = [(await classifier.classify(huge, CALM)).verdict, (await classifier.classify(huge, CALM)).verdict];
    expect(verdicts).toEqual(['soft_deny', 'soft_deny']);
  });
});
