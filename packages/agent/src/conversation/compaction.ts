import type { Message } from './messages.ts';
import { estimateTokens } from './token-estimate.ts';

export type Split = { readonly older: readonly Message[]; readonly recent: readonly Message[] };

/**
 * Splits the conversation: the last messages stay as they are, as many as fit into `keepTokens` and at least the last exchange,
 * and no result is separated from its call. Null if nothing older is left to summarise.
 */
export function splitForCompaction(messages: readonly Message[], keepTokens: number): Split | null {
  let cut = lastStart(messages, messages.length);
  for (let start = lastStart(messages, cut); start < cut; start = lastStart(messages, cut)) {
    if (estimateTokens(messages.slice(start)) > keepTokens) break;
    cut = start;
  }
  const older = messages.slice(0, cut);
  return older.length === 0 || isSummaryAlone(older) ? null : { older, recent: messages.slice(cut) };
}

/** The conversation with its older part replaced by a summary. */
export function compacted({ recent }: Split, summary: string): readonly Message[] {
  const told: Message = { role: 'user', text: `${SUMMARY_HEAD}\n\n${summary}` };
  // Some models require alternating roles.
  const agreed: readonly Message[] =
    recent[0]?.role === 'user' ? [{ role: 'assistant', parts: [{ kind: 'text', text: 'Understood.' }] }] : [];
  return [told, ...agreed, ...recent];
}

const SUMMARY_HEAD = 'The conversation so far grew too long and was summarised. This is what happened before:';

/** The last index before `end` at which the conversation may begin: anywhere but between calls and their results. */
function lastStart(messages: readonly Message[], end: number): number {
  let start = Math.max(0, end - 1);
  while (start > 0 && messages[start]?.role === 'tool') start--;
  return start;
}

function isSummaryAlone(older: readonly Message[]): boolean {
  const [first] = older;
  return older.length <= 2 && first?.role === 'user' && first.text.startsWith(SUMMARY_HEAD);
}
