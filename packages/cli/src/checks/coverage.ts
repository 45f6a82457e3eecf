import { formatPattern, type Rule } from '@caliban/gate';
import type { JudgedTest } from './judge-tests.ts';

export type Coverage = {
  readonly tested: number;
  readonly of: number;
  /** Rules that decide no test's verdict. */
  readonly untested: readonly Rule[];
};

/** Which of these rules decide a test or a part of one. */
export function coverageOf(rules: readonly Rule[], judged: readonly JudgedTest[]): Coverage {
  const needed = new Set(judged.flatMap(({ decidedBy }) => decidedBy.map(nameOf)));
  const untested = rules.filter((rule) => !needed.has(nameOf(rule)));
  return { tested: rules.length - untested.length, of: rules.length, untested };
}

function nameOf({ pattern, action, source: { file, line } }: Rule): string {
  return JSON.stringify([file, line, action, formatPattern(pattern)]);
}
