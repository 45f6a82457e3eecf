import type { Split } from '../conversation/compaction.ts';
import { CHARS_PER_TOKEN } from '../conversation/token-estimate.ts';
import { ModelError, type ModelRequest } from '../models/model.ts';
import { compact, splitNow } from './compact.ts';
import { offeredTools } from './offered-tools.ts';
import { hearReply, type Reply } from './reply.ts';
import type { TurnParts } from './turn-parts.ts';

/** Older turns are summarised once this share of the model's context is used. */
const FULL = 0.8;

/** The model's next reply; a conversation that has become too long is summarised first. */
export async function nextReply(parts: TurnParts): Promise<Reply> {
  if (isFull(parts)) {
    const split = splitNow(parts);
    const problem = split === null ? null : await compactFull(split, parts);
    if (problem !== null) return problem;
  }

  const reply = await hearReply(parts.model, requestFor(parts), parts);
  if (!isTooLong(reply)) return reply;
  const split = splitNow(parts);
  if (split === null) return doesNotFit('and nothing in it is left to summarise');
  const problem = await compactFull(split, parts);
  if (problem !== null) return problem;
  const second = await hearReply(parts.model, requestFor(parts), parts);
  return isTooLong(second) ? doesNotFit('even after it was summarised') : second;
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

async function compactFull(split: Split, parts: TurnParts): Promise<Reply | null> {
  const problem = await compact(split, parts);
  if (problem === null) return null;
  return brokenOff(`the conversation has become too long and could not be summarised: ${problem}`);
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
