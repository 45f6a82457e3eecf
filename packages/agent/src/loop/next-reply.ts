import { compacted, type Split, splitForCompaction } from '../conversation/compaction.ts';
import { CHARS_PER_TOKEN, estimateTokens } from '../conversation/token-estimate.ts';
import { ModelError, type ModelRequest } from '../models/model.ts';
import { summarise } from './compaction-summary.ts';
import { offeredTools } from './offered-tools.ts';
import { hearReply, type Reply } from './reply.ts';
import type { TurnParts } from './turn-parts.ts';

/** From where on, of all the model can read, older turns are summarised, and how much is kept of the recent ones. */
const FULL = 0.8;
const KEPT = 0.3;

/** The model's next reply; what has become too long for it is summarised first. */
export async function nextReply(parts: TurnParts): Promise<Reply> {
  if (isFull(parts)) {
    const split = splitNow(parts);
    const problem = split === null ? null : await compact(split, parts);
    if (problem !== null) return problem;
  }

  const reply = await hearReply(parts.model, requestFor(parts), parts);
  if (!isTooLong(reply)) return reply;
  const split = splitNow(parts);
  if (split === null) return doesNotFit('and nothing in it is left to summarise');
  const problem = await compact(split, parts);
  if (problem !== null) return problem;
  const second = await hearReply(parts.model, requestFor(parts), parts);
  return isTooLong(second) ? doesNotFit('even after it was summarised') : second;
}

function splitNow(parts: TurnParts): Split | null {
  return splitForCompaction(parts.conversation.messages, room(parts) * KEPT);
}

/** The model may read less than we were told: what is too long for it shows how much at most. */
function room({ conversation, limits }: TurnParts): number {
  return Math.min(limits.contextTokens, estimateTokens(conversation.messages));
}

function requestFor({ system, conversation, tools, mode }: TurnParts): ModelRequest {
  return {
    system,
    messages: conversation.messages,
    tools: offeredTools(tools, mode),
  };
}

function isFull(parts: TurnParts): boolean {
  const { system, tools } = requestFor(parts);
  const aside = (system.length + JSON.stringify(tools).length) / CHARS_PER_TOKEN;
  return parts.conversation.estimate(aside) > parts.limits.contextTokens * FULL;
}

async function compact(split: Split, parts: TurnParts): Promise<Reply | null> {
  const { conversation, model, tally, signal, emit } = parts;
  const summary = await summarise(split.older, { model, contextTokens: room(parts) }, signal);
  if (!summary.ok)
    return brokenOff(`the conversation has become too long and could not be summarised: ${summary.error}`);
  tally.used(summary.value.usage);
  const fromMessages = conversation.messages.length;
  await conversation.replaceBy(compacted(split, summary.value.text));
  emit({ kind: 'compacted', fromMessages, toMessages: conversation.messages.length });
  return null;
}

function isTooLong(reply: Reply): boolean {
  return reply.kind === 'broken-off' && reply.error instanceof ModelError && reply.error.trouble === 'context-too-long';
}

function doesNotFit(how: string): Reply {
  return brokenOff(`the conversation does not fit what the model can read, ${how}; start a new session`);
}

function brokenOff(message: string): Reply {
  return { kind: 'broken-off', text: '', error: new Error(message) };
}
