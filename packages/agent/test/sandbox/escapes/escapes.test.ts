import { expect, test } from 'vitest';
import { ALL_ATTEMPTS, firstOfEachKind } from './all-attempts.ts';
import { describeEscapes } from './describe-escapes.ts';

test('there are at least 60 of them, each once', () => {
  const names = ALL_ATTEMPTS.map(({ language, name }) => `${language}: ${name}`);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
});

// The others are in escapes.slow.test.ts.
await describeEscapes(firstOfEachKind(ALL_ATTEMPTS), { readings: 5 });
