import type { AgentEvent } from '@caliban/agent';
import type { SessionServices } from '@caliban/agent/session';
import { parseCommand } from './command-table.ts';

/** A prompt, the operator's command line after `!`, or a command that is a run. */
export function startRun(parts: SessionServices, text: string, signal: AbortSignal): AsyncIterable<AgentEvent> {
  if (text.startsWith('!')) return parts.runCommand(text.slice(1).trim(), signal);
  if (text.startsWith('/')) {
    const { command, argument } = parseCommand(text);
    if (command?.when === 'as a run') return command.start(parts, argument, signal);
  }
  return parts.conversation.run(text, signal);
}
