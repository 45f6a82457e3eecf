import { startChild } from './child.mjs';
import { median } from './clock.mjs';

/** `*a*a…*b` against `aaa…ba`: what a backtracking matcher cannot finish. With many rules, globs of that kind that end in `*bb*`. */
export const WORST_CASES = [
  { stars: 2, length: 10_000, rules: 1 },
  { stars: 3, length: 1000, rules: 1 },
  { stars: 3, length: 4000, rules: 1 },
  { stars: 4, length: 300, rules: 1 },
  { stars: 4, length: 1000, rules: 1 },
  { stars: 8, length: 2000, rules: 1 },
  { stars: 8, length: 10_000, rules: 1 },
  { stars: 8, length: 2000, rules: 100 },
  { stars: 8, length: 2000, rules: 1000 },
];

/** `{ engine, stars, length, rules }` with `first` and `warm` in milliseconds, or `over`: the limit it was stopped at. */
export async function measureWorstCases(engines, { limitMilliseconds, repeats }) {
  const results = [];
  for (const engine of engines) {
    for (const worst of WORST_CASES) {
      const measured = await measureOne(engine, worst, { limitMilliseconds, repeats });
      if (measured !== null) results.push({ engine, ...worst, ...measured });
    }
  }
  return results;
}

async function measureOne(engine, { stars, length, rules }, { limitMilliseconds, repeats }) {
  const runs = [];
  do {
    const run = await runWithin(limitMilliseconds, [engine, stars, length, rules].map(String));
    if (run === null || run.over !== undefined) return run;
    runs.push(run);
  } while (runs.length < repeats && runs[0].first < 1000);
  return { first: median(runs.map(({ first }) => first)), warm: median(runs.map(({ warm }) => warm)) };
}

/** Loading does not count. Null when it dies by itself. */
async function runWithin(limitMilliseconds, argv) {
  const child = startChild('worst-case-worker.mjs', argv);
  let over = false;
  let timer;
  try {
    await child.nextMessage();
    timer = setTimeout(() => {
      over = true;
      child.kill();
    }, limitMilliseconds);
    return await child.nextMessage();
  } catch {
    return over ? { over: limitMilliseconds } : null;
  } finally {
    clearTimeout(timer);
    child.stop();
  }
}
