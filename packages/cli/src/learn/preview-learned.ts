import type { RuleBook } from '@caliban/gate';
import type { PastCall } from '@caliban/storage/histories';
import type { PastCallReader } from '../replay/past-call-reader.ts';
import { outcomeOf, type ReplayOutcome } from '../replay/replay.ts';
import { callKey } from './call-key.ts';

export type Preview = {
  readonly calls: number;
  readonly before: Readonly<Record<ReplayOutcome, number>>;
  readonly after: Readonly<Record<ReplayOutcome, number>>;
};

/** The outcomes for the same history under the rules before and after. */
export async function previewLearned(
  calls: AsyncIterable<PastCall>,
  { reader, before, after }: { readonly reader: PastCallReader; readonly before: RuleBook; readonly after: RuleBook },
): Promise<Preview> {
  const counts = { before: { allow: 0, left: 0, ask: 0, deny: 0 }, after: { allow: 0, left: 0, ask: 0, deny: 0 } };
  let total = 0;
  const known = new Map<string, Outcomes>();
  for await (const call of calls) {
    const key = callKey(call);
    const outcomes = known.get(key) ?? judged(call);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, outcomes);
    total++;
    counts.before[outcomes.before]++;
    counts.after[outcomes.after]++;
  }
  return { calls: total, ...counts };

  function judged(call: PastCall): Outcomes {
    const described = reader.describe(call);
    return { before: outcomeOf(described, () => before), after: outcomeOf(described, () => after) };
  }
}

type Outcomes = { readonly before: ReplayOutcome; readonly after: ReplayOutcome };

const MAX_KNOWN = 50_000;
