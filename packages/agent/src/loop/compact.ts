import { compacted, type Split, splitForCompaction } from '../conversation/compaction.ts';
import { estimateTokens } from '../conversation/token-estimate.ts';
import type { RunEnd } from '../events.ts';
import { summarise } from './compaction-summary.ts';
import type { TurnParts } from './turn-parts.ts';

export type CompactionParts = Pick<TurnParts, 'conversation' | 'model' | 'limits' | 'tally' | 'signal' | 'emit'>;

/** The share of the model's context that recent messages keep. */
const KEPT = 0.3;

/** At the operator's request; the summary must keep what `focus` names. */
export async function compactOnRequest(parts: CompactionParts, focus: string): Promise<RunEnd> {
  const split = splitNow(parts);
  if (split === null) return { kind: 'failed', message: 'there is nothing to summarise yet' };
  const problem = await compact(split, parts, focus);
  if (parts.signal.aborted) return { kind: 'interrupted' };
  if (problem !== null) return { kind: 'failed', message: `the conversation could not be summarised: ${problem}` };
  return { kind: 'done', text: '' };
}

export function splitNow(parts: CompactionParts): Split | null {
  return splitForCompaction(parts.conversation.messages, room(parts) * KEPT);
}

/** The model's limit may be lower than configured: the size of a conversation that it rejected is an upper bound. */
function room({ conversation, limits }: CompactionParts): number {
  return Math.min(limits.contextTokens, estimateTokens(conversation.messages));
}

/** Null if done, else the reason for the failure. */
export async function compact(split: Split, parts: CompactionParts, focus = ''): Promise<string | null> {
  const { conversation, model, tally, signal, emit } = parts;
  const summary = await summarise(split.older, { model, contextTokens: room(parts), focus }, signal);
  if (!summary.ok) return summary.error;
  tally.used(summary.value.usage);
  const fromMessages = conversation.messages.length;
  await conversation.replaceBy(compacted(split, summary.value.text));
  emit({ kind: 'compacted', fromMessages, toMessages: conversation.messages.length });
  return null;
}
