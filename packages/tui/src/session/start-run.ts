import type { AgentEvent } from '@caliban/agent';
import type { SessionServices } from '@caliban/agent/session';

/** Queued like a prompt. */
export const COMPACT = '/compact';

/** A prompt, the operator's command line after `!`, or a summary of the conversation. */
export function startRun(parts: SessionServices, text: string, signal: AbortSignal): AsyncIterable<AgentEvent> {
  if (text.startsWith('!')) return parts.runCommand(text.slice(1).trim(), signal);
  const compact = /^\/compact(?:\s([\s\S]*))?$/.exec(text);
  if (compact !== null) return parts.conversation.compact(compact[1]?.trim() ?? '', signal);
  return parts.conversation.run(text, signal);
}
