import type { ToolCall } from '@caliban/calls';
import { judge, type RuleBook, type Verdict } from '@caliban/gate';
import { guardOwnFiles } from '@caliban/gate/filter';
import { judgeAtHost, writtenRules } from '@caliban/gate/judge';
import type { HostFallback } from '@caliban/gate/types';
import { callArgument, TopCounts } from '@caliban/storage/audit';
import type { PastCall } from '@caliban/storage/histories';
import type { WorkspaceContext } from '../paths/workspace-context.ts';
import type { DescribedPastCall, PastCallReader } from './past-call-reader.ts';

/** `left`: no written rule decides, so an agent's hook leaves the call to its host. */
export const REPLAY_OUTCOMES = ['allow', 'left', 'ask', 'deny'] as const;

export type ReplayOutcome = (typeof REPLAY_OUTCOMES)[number];

export type ReplayRequest = {
  readonly reader: PastCallReader;
  /** The rules in force where a call was made. Returns the same book for the same workspace. */
  readonly bookAt: (world: WorkspaceContext) => RuleBook;
  /** How many samples an outcome gets; default 10. */
  readonly samples?: number;
};

export type ReplayCell = {
  readonly count: number;
  /** The most frequent calls, most frequent first. */
  readonly samples: readonly ReplaySample[];
};

export type ReplaySample = { readonly tool: string; readonly call: string; readonly count: number };

export type Replayed = { readonly calls: number } & Readonly<Record<ReplayOutcome, ReplayCell>>;

/** What rules would have decided about past calls, in constant memory. Nothing runs, is asked or is logged. */
export async function replay(
  calls: AsyncIterable<PastCall> | Iterable<PastCall>,
  { reader, bookAt, samples = 10 }: ReplayRequest,
): Promise<Replayed> {
  const counts = { allow: 0, left: 0, ask: 0, deny: 0 };
  const seen = { allow: new TopCounts(), left: new TopCounts(), ask: new TopCounts(), deny: new TopCounts() };
  let total = 0;
  for await (const past of calls) {
    const described = reader.describe(past);
    const outcome = outcomeOf(described, bookAt);
    total++;
    counts[outcome]++;
    seen[outcome].add(sampleKey(described, past));
  }
  const cell = (outcome: ReplayOutcome): ReplayCell => ({
    count: counts[outcome],
    samples: seen[outcome].top(samples).map(([key, count]) => {
      const [tool, call] = JSON.parse(key) as [string, string];
      return { tool, call, count };
    }),
  });
  return { calls: total, allow: cell('allow'), left: cell('left'), ask: cell('ask'), deny: cell('deny') };
}

/** The strictest outcome of all its parts. */
export function outcomeOf(described: readonly DescribedPastCall[], bookAt: ReplayRequest['bookAt']): ReplayOutcome {
  return judgedBy(described, (_, world) => ({ book: bookAt(world) })).outcome;
}

export type ReplayPolicy = {
  readonly book: RuleBook;
  /** Default: `leave`. */
  readonly fallback?: HostFallback;
};

/** An outcome with its verdict; undefined: nothing in the call is judged. */
export type ReplayVerdict = { readonly outcome: ReplayOutcome; readonly verdict: Verdict | undefined };

/** The same with the reason, and with the effect of `host_fallback` on calls that no written rule decides. */
export function judgedBy(
  described: readonly DescribedPastCall[],
  policyFor: (call: ToolCall, world: WorkspaceContext) => ReplayPolicy,
): ReplayVerdict {
  return described
    .map(({ call, world }) => judgedOne(call, world, policyFor(call, world)))
    .reduce<ReplayVerdict>(
      (worst, one) =>
        worst.verdict === undefined || REPLAY_OUTCOMES.indexOf(one.outcome) > REPLAY_OUTCOMES.indexOf(worst.outcome)
          ? one
          : worst,
      { outcome: 'allow', verdict: undefined },
    );
}

function judgedOne(call: ToolCall, world: WorkspaceContext, { book, fallback = 'leave' }: ReplayPolicy): ReplayVerdict {
  const byWritten = judgeAtHost(writtenRules(book), call);
  const judged = fallback === 'leave' || !byWritten.isLeft ? byWritten.verdict : judge(book, call);
  const verdict = guardOwnFiles(() => judged, world.ownDirectories)(call);
  if (!byWritten.isLeft || verdict !== judged) return { outcome: verdict.action, verdict };
  if (fallback === 'leave') return { outcome: 'left', verdict };
  return { outcome: fallback === 'deny' && verdict.action === 'ask' ? 'deny' : verdict.action, verdict };
}

const MAX_SAMPLE = 200;

/** With our tool names. */
export function sampleKey([first]: readonly DescribedPastCall[], { tool }: PastCall): string {
  if (first === undefined) return JSON.stringify([tool, '']);
  return JSON.stringify([first.call.tool, callArgument(first.call).slice(0, MAX_SAMPLE)]);
}
