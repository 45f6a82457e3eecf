import type { SessionServices } from '@caliban/agent/session';
import { localTime } from '../screen/local-time.ts';
import type { CommandContext, Offer } from './slash-command.ts';

/** Without an id: a list to choose from. */
export async function resumeSession(context: CommandContext, id: string): Promise<void> {
  if (id !== '') return context.resume(id);
  const sessions = await context.parts.conversation.sessions();
  if (sessions.length === 0) return context.say('there is no earlier session in this workspace');
  return context.chooseSession(sessions);
}

export async function sessionOffers({ conversation }: SessionServices): Promise<readonly Offer[]> {
  return (await conversation.sessions()).map(({ id, changedAt, firstPrompt }) => ({
    value: id,
    detail: `${localTime(changedAt, new Date())}  ${firstLine(firstPrompt)}`,
  }));
}

/** The first line of a prompt. */
export function firstLine(prompt: string): string {
  return prompt.trim().split('\n')[0] ?? '';
}
