import type { RuleBook } from '@caliban/gate';
import { readHistory } from '@caliban/storage/histories';
import type { Terminal } from '../process/terminal.ts';
import { historyPlaces } from './history-places.ts';
import { PastCallReader } from './past-call-reader.ts';
import { type Replayed, replay } from './replay.ts';

/** What rules would have decided about the calls of the last weeks. */
export type Preview = { readonly days: number; readonly calls: number } & Pick<
  Replayed,
  'allow' | 'ask' | 'deny' | 'left'
>;

export type PreviewRequest = {
  readonly book: RuleBook;
  readonly now?: number;
};

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Null: there is no history. */
export async function previewOf(
  { book, now = Date.now() }: PreviewRequest,
  terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>,
): Promise<Preview | null> {
  const { calls } = readHistory({ places: historyPlaces(terminal), since: now - DAYS * DAY_MS });
  const reader = await PastCallReader.load(terminal);
  const replayed = await replay(calls, { reader, bookAt: () => book, samples: 3 });
  return replayed.calls === 0 ? null : { days: DAYS, ...replayed };
}

/** A sentence or two. */
export function previewText({ days, calls, allow, ask, deny, left }: Preview): readonly string[] {
  const answered = allow.count + deny.count;
  const weekly = Math.round((ask.count * 7) / days);
  return [
    `Your last ${grouped(calls)} calls (${days} days): these rules answer ${percent(answered, calls)} of them.`,
    `  ${[
      `${grouped(allow.count)} allowed`,
      `${grouped(ask.count)} asked about${weekly > 0 ? ` (${weekly} a week)` : ''}`,
      `${grouped(deny.count)} denied`,
      `${grouped(left.count)} left to the agent`,
    ].join(', ')}`,
    ...deny.samples.map(({ tool, call, count }) => `  denied ${count}x  ${tool} ${call}`),
  ];
}

export function percent(part: number, all: number): string {
  if (part === all) return '100 %';
  return `${Math.min(99, Math.round((part * 100) / all))} %`;
}

export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
