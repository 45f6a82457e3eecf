import { errorText } from '@caliban/calls/text';
import { type AssistantMessage, type ToolResult, type ToolUse, textIn, toolUsesIn } from '../conversation/messages.ts';
import type { RunEnd } from '../events.ts';
import { nextReply } from './next-reply.ts';
import type { Reply } from './reply.ts';
import { cutOff, endOfReply } from './reply-end.ts';
import { runToolCalls } from './run-tool-calls.ts';
import { sanitizeReply } from './sanitize-reply.ts';
import type { TurnParts } from './turn-parts.ts';

/** One model reply and its tool calls. Null if the model is to reply again. */
export async function takeTurn(parts: TurnParts): Promise<RunEnd | null> {
  const { conversation, tally, signal, emit } = parts;
  const reply = await nextReply(parts);
  if (reply.kind === 'broken-off') return brokenOff(reply, parts);

  const message = sanitizeReply(reply.message, conversation.messages);
  await conversation.add(message);
  conversation.count(reply.usage);
  tally.used(reply.usage);
  emit({ kind: 'assistant', message, usage: reply.usage });

  const uses = toolUsesIn(message);
  if (uses.length === 0) return endOfReply(reply.stop, textIn(message));
  const refusal = cutOff(reply.stop);
  const results = refusal === null ? await runAll(uses, parts) : uses.map((use) => notRun(use, refusal));
  await conversation.add({ role: 'tool', results });
  emit({ kind: 'tool-results', results });
  if (signal.aborted) return { kind: 'interrupted' };
  return reply.stop === 'refused' ? endOfReply(reply.stop, '') : null;
}

async function runAll(uses: readonly ToolUse[], parts: TurnParts): Promise<readonly ToolResult[]> {
  const finished = await runToolCalls(uses, parts, parts.signal);
  for (const { denials, usage } of finished) {
    parts.tally.denied(denials);
    parts.tally.used(usage);
  }
  return finished.map(({ result }) => result);
}

/** Keeps the text received before the reply broke off, because the operator has seen it. */
async function brokenOff(
  { text, error }: Extract<Reply, { kind: 'broken-off' }>,
  { conversation, signal }: TurnParts,
): Promise<RunEnd> {
  if (text !== '') await conversation.add(spoken(text));
  return signal.aborted ? { kind: 'interrupted' } : { kind: 'failed', message: errorText(error) };
}

function spoken(text: string): AssistantMessage {
  return { role: 'assistant', parts: [{ kind: 'text', text }] };
}

function notRun({ id, name }: ToolUse, text: string): ToolResult {
  return { toolUseId: id, toolName: name, text, isError: true };
}
