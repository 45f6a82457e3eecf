import type { ToolCall } from '@caliban/calls';
import { describeVerdict, judge } from '@caliban/gate';
import { TopCounts } from '@caliban/storage/audit';
import type { PastCall } from '@caliban/storage/histories';
import { callKey } from '../learn/call-key.ts';
import type { DescribedPastCall, PastCallReader } from '../replay/past-call-reader.ts';
import { judgedBy, REPLAY_OUTCOMES, type ReplaySample, type ReplayVerdict, sampleKey } from '../replay/replay.ts';
import type { PlanCell } from './plan-request.ts';
import type { PlanSides, Sides } from './plan-sides.ts';

export type Matrix = {
  readonly calls: number;
  readonly count: (cell: PlanCell) => number;
  /** The most frequent calls of a cell, most frequent first. */
  readonly samples: (cell: PlanCell, most: number) => readonly ReplaySample[];
  /** The time span of the calls, in weeks; at least one. */
  readonly weeks: number;
  /** Known calls that are newly let through, each once. */
  readonly opened: readonly OpenedCall[];
  /** Their number; more than are listed. */
  readonly openedCalls: number;
};

/** `allowed`: by a rule. `left`: a rule stopped it and none decides it now, so the other agent's own rules do. */
export type Opening = 'allowed' | 'left';

export type OpenedCall = ReplaySample & {
  readonly opening: Opening;
  readonly before: string;
  readonly after: string;
};

/** Past calls under both policies, in constant memory. */
export async function replayPlan(
  calls: AsyncIterable<PastCall>,
  { reader, sides }: { readonly reader: PastCallReader; readonly sides: PlanSides },
): Promise<Matrix> {
  const cells = new Map(CELLS.map((cell) => [keyOf(cell), new Cell()]));
  const known = new Map<string, KnownCall>();
  const opened = new Map<string, OpenedCall>();
  let openedCalls = 0;
  let total = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for await (const past of calls) {
    const key = callKey(past);
    let call = known.get(key);
    if (call === undefined) {
      call = await judged(past);
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(key, call);
    }
    total++;
    if (past.at !== undefined) {
      first = Math.min(first, past.at);
      last = Math.max(last, past.at);
    }
    (cells.get(call.cell) as Cell).add(call.sample);
    if (call.opened === null) continue;
    openedCalls++;
    const there = opened.get(call.sample);
    if (there !== undefined || opened.size < MAX_OPENED)
      opened.set(call.sample, { ...call.opened, count: (there?.count ?? 0) + 1 });
  }
  return {
    calls: total,
    count: (cell) => (cells.get(keyOf(cell)) as Cell).count,
    samples: (cell, most) => (cells.get(keyOf(cell)) as Cell).top(most),
    weeks: Math.max(1, (last - first) / WEEK_MS || 0),
    opened: [...opened.values()].sort((a, b) => b.count - a.count),
    openedCalls,
  };

  async function judged(past: PastCall): Promise<KnownCall> {
    const described = reader.describe(past);
    const policies = await Promise.all(described.map(({ world }) => sides.at(world)));
    const change = changeOf(described, policies);
    const sample = sampleKey(described, past);
    const [tool, call] = JSON.parse(sample) as [string, string];
    return {
      cell: keyOf({ from: change.before.outcome, to: change.after.outcome }),
      sample,
      opened: change.opening === null ? null : { tool, call, count: 0, opening: change.opening, ...textsOf(change) },
    };
  }
}

/** The result for a call that was seen before. */
type KnownCall = { readonly cell: string; readonly sample: string; readonly opened: OpenedCall | null };

const MAX_KNOWN = 50_000;
const MAX_OPENED = 1_000;
const WEEK_MS = 7 * 86_400_000;

export const CELLS: readonly PlanCell[] = REPLAY_OUTCOMES.flatMap((from) =>
  REPLAY_OUTCOMES.map((to) => ({ from, to })),
);

function keyOf({ from, to }: PlanCell): string {
  return `${from}-${to}`;
}

class Cell {
  count = 0;
  readonly #calls = new TopCounts(MAX_SAMPLES);

  add(sample: string): void {
    this.count++;
    this.#calls.add(sample);
  }

  top(most: number): readonly ReplaySample[] {
    return this.#calls.top(most).map(([key, count]) => {
      const [tool, call] = JSON.parse(key) as [string, string];
      return { tool, call, count };
    });
  }
}

const MAX_SAMPLES = 10_000;

export type CallChange = {
  readonly before: ReplayVerdict;
  readonly after: ReplayVerdict;
  readonly opening: Opening | null;
};

/** One call under both policies; `policies` are those of the place of each part. */
export function changeOf(described: readonly DescribedPastCall[], policies: readonly Sides[]): CallChange {
  const sidesOf = new Map(described.map(({ call }, index) => [call, policies[index] as Sides]));
  const on = (side: keyof Sides) => judgedBy(described, (call) => (sidesOf.get(call) as Sides)[side]);
  const before = on('before');
  const after = on('after');
  return { before, after, opening: openingOf() };

  function openingOf(): Opening | null {
    if (after.outcome === 'allow') return before.outcome === 'allow' ? null : 'allowed';
    if (after.outcome !== 'left' || before.outcome === 'allow' || before.outcome === 'left') return null;
    // In caliban's own sessions the built-in rules decide what no written rule does.
    const isAllowed = ({ call }: { readonly call: ToolCall }) =>
      judge((sidesOf.get(call) as Sides).after.book, call).action === 'allow';
    if (described.every(isAllowed)) return 'allowed';
    // It wasn't stopped by a rule: an allow that couldn't cover all of it has been removed.
    return before.verdict?.because.kind === 'opaque' ? null : 'left';
  }
}

export function textsOf({ before, after }: CallChange): { readonly before: string; readonly after: string } {
  return { before: verdictText(before), after: verdictText(after) };
}

function verdictText({ outcome, verdict }: ReplayVerdict): string {
  if (outcome === 'left') return 'no written rule decides';
  if (verdict === undefined) return outcome;
  if (outcome !== verdict.action) return `${outcome}: no written rule decides`;
  return describeVerdict(verdict);
}
