import type { Rule } from '@caliban/gate';
import { alignRules } from '@caliban/gate/inspect';
import { type HistoryReport, type PastCall, readHistory } from '@caliban/storage/histories';
import { ProgressLine } from '../output/progress-line.ts';
import { workspaceContextAt } from '../paths/workspace-context.ts';
import type { Terminal } from '../process/terminal.ts';
import { PastCallReader } from '../replay/past-call-reader.ts';
import { type NewAccess, newAccess } from './new-access.ts';
import type { PlanRequest } from './plan-request.ts';
import { PlanSides } from './plan-sides.ts';
import { recordedCalls } from './recorded-calls.ts';
import { type Matrix, replayPlan } from './replay-plan.ts';

export type PlanResult = {
  readonly matrix: Matrix;
  readonly report: HistoryReport;
  /** Rules that are added or removed. */
  readonly changes: readonly { readonly is: 'added' | 'removed'; readonly rule: Rule }[];
  /** Workspaces whose files don't load. */
  readonly unloadable: readonly string[];
  /** Null: it wasn't requested. */
  readonly access: NewAccess | null;
};

/** Compares past calls and changed rules under both policies. Nothing is written, run or asked. */
export async function makePlan(request: PlanRequest, terminal: Terminal): Promise<PlanResult> {
  const sides = await PlanSides.of(request, terminal);
  const progress = new ProgressLine(terminal, { isShown: true });
  const history = readHistory({
    ...request.history,
    onProgress: ({ bytes, ofBytes, calls }) =>
      progress.show(`replaying: ${calls} calls${bytes === 0 ? '' : `, ${Math.floor((100 * bytes) / ofBytes)} %`}`),
  });
  const reader = await PastCallReader.load(terminal);
  const matrix = await replayPlan(allCalls(request, history.calls), { reader, sides });
  progress.clear();
  const { before, after } = sides.here;
  return {
    matrix,
    report: history.report,
    changes: alignRules(before.rules, after.rules).flatMap(({ is, rule }) => (is === 'kept' ? [] : [{ is, rule }])),
    unloadable: [...sides.unloadable],
    access: request.noNewAccess
      ? newAccess(sides.here, workspaceContextAt({ workspace: request.locations.workspace }, terminal))
      : null,
  };
}

async function* allCalls(
  { calls, locations }: PlanRequest,
  history: AsyncIterable<PastCall>,
): AsyncGenerator<PastCall> {
  if (calls !== undefined) yield* recordedCalls(calls, locations.workspace);
  yield* history;
}

/** `undecided` never is treated as safe. */
export type AccessVerdict = 'none' | 'new' | 'undecided';

/** The result of `--no-new-access`. */
export function accessOf({ matrix, access }: PlanResult): AccessVerdict {
  const openings = [...matrix.opened, ...(access?.found ?? [])].map(({ opening }) => opening);
  if (openings.includes('allowed')) return 'new';
  return openings.length > 0 || matrix.openedCalls > 0 || (access?.undecided.length ?? 0) > 0 ? 'undecided' : 'none';
}
