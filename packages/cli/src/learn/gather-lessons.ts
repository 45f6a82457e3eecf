import { Lessons } from '@caliban/gate/learn';
import { REDACTED } from '@caliban/storage/audit';
import type { PastCall } from '@caliban/storage/histories';
import type { PastCallReader } from '../replay/past-call-reader.ts';
import { callKey } from './call-key.ts';

export type Gathered = {
  readonly lessons: Lessons;
  readonly calls: number;
  /** Made in a mode in which the agent asks no one. */
  readonly unsupervised: number;
  /** It isn't known whether they ran. */
  readonly unfinished: number;
};

/** Reads a history once and collects its lessons. */
export async function gatherLessons(calls: AsyncIterable<PastCall>, reader: PastCallReader): Promise<Gathered> {
  const lessons = new Lessons();
  const counts = { calls: 0, unsupervised: 0, unfinished: 0 };
  for await (const call of calls) {
    counts.calls++;
    if (!isWhole(call)) continue;
    const sighting = {
      key: callKey(call),
      session: `${call.agent} ${call.session}`,
      at: call.at,
      describe: () => reader.describe(call).map((described) => described.call),
    };
    if (call.ran === 'rejected') lessons.reject(sighting);
    else if (call.ran !== 'yes') counts.unfinished++;
    else if (call.unsupervised === true) counts.unsupervised++;
    else lessons.add(sighting);
  }
  return { lessons, ...counts };
}

/** The log leaves secrets out. */
function isWhole({ agent, input }: PastCall): boolean {
  return agent !== 'log' || !JSON.stringify(input ?? null).includes(REDACTED);
}
