import {
  type AssistantMessage,
  type Message,
  type ToolMessage,
  type ToolResult,
  toolUsesIn,
} from '../conversation/messages.ts';

/** Repairs the effects of a crash: calls without a result get one that says so, results without a call are removed. */
export function repairTranscript(messages: readonly Message[]): readonly Message[] {
  const repaired: Message[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') continue;
    repaired.push(message);
    if (message.role !== 'assistant' || toolUsesIn(message).length === 0) continue;
    repaired.push(resultsFor(message, messages[index + 1]));
  }
  return repaired;
}

function resultsFor(message: AssistantMessage, next: Message | undefined): ToolMessage {
  const there = next?.role === 'tool' ? next.results : [];
  const results = toolUsesIn(message).map(
    ({ id, name }): ToolResult => there.find(({ toolUseId }) => toolUseId === id) ?? lost(id, name),
  );
  return { role: 'tool', results };
}

function lost(toolUseId: string, toolName: string): ToolResult {
  const text = 'the session ended before this call finished; whether it ran is not known';
  return { toolUseId, toolName, text, isError: true };
}
