import { formatPattern } from '@caliban/gate';
import { REPLAY_OUTCOMES, type ReplayOutcome } from '../replay/replay.ts';
import { accessOf, type PlanResult } from './plan.ts';
import type { PlanRequest } from './plan-request.ts';
import { CELLS } from './replay-plan.ts';
import { MAX_SAMPLES, weekly } from './show-plan.ts';

/** The same for programs. All four outcomes are always present. */
export function planJson({ source, scope, details }: PlanRequest, result: PlanResult): object {
  const { matrix, changes, unloadable, access } = result;
  const counts = (from: ReplayOutcome) =>
    Object.fromEntries(REPLAY_OUTCOMES.map((to) => [to, matrix.count({ from, to })]));
  const isWhole = ({ from, to }: (typeof CELLS)[number]) =>
    details === 'all' || (details !== 'none' && details.from === from && details.to === to);
  return {
    source,
    scope,
    changes: changes.map(
      ({
        is,
        rule: {
          action,
          pattern,
          source: { layer, file, line },
        },
      }) => ({
        is,
        action,
        pattern: formatPattern(pattern),
        layer,
        file,
        line,
      }),
    ),
    calls: matrix.calls,
    weeks: matrix.weeks,
    matrix: Object.fromEntries(REPLAY_OUTCOMES.map((from) => [from, counts(from)])),
    questionsAWeek: weekly(matrix, 'ask'),
    leftAWeek: weekly(matrix, 'left'),
    cells: CELLS.filter((cell) => matrix.count(cell) > 0 && (cell.from !== cell.to || isWhole(cell))).map((cell) => ({
      before: cell.from,
      after: cell.to,
      count: matrix.count(cell),
      calls: matrix.samples(cell, isWhole(cell) ? Number.POSITIVE_INFINITY : MAX_SAMPLES),
    })),
    unloadable,
    newAccess:
      access === null
        ? null
        : {
            verdict: accessOf(result),
            replayed: matrix.opened,
            possible: access.found.map(({ change, ...witness }) => ({
              ...witness,
              ...(change === null
                ? {}
                : { is: change.is, rule: { action: change.rule.action, pattern: formatPattern(change.rule.pattern) } }),
            })),
            undecided: access.undecided,
          },
  };
}
