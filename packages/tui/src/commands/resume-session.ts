import type { SavedSession, TuiParts } from '../ports.ts';
import type { CommandDesk, Offer } from './slash-command.ts';

/** Without an id: what there is to go on with. */
export async function resumeSession(desk: CommandDesk, id: string): Promise<void> {
  if (id !== '') return desk.resume(id);
  const sessions = await desk.parts.conversation.sessions();
  if (sessions.length === 0) return desk.say('there is no earlier session in this workspace');
  const rows = sessions.slice(0, MOST).map((session) => `  /resume ${session.id}  ${described(session)}`);
  desk.say(['earlier sessions:', ...rows].join('\n'));
}

export async function sessionOffers({ conversation }: TuiParts): Promise<readonly Offer[]> {
  return (await conversation.sessions()).map((session) => ({ value: session.id, detail: described(session) }));
}

const MOST = 20;

function described({ changedAt, firstPrompt }: SavedSession): string {
  const [line = ''] = firstPrompt.trim().split('\n');
  return `${changedAt.toISOString().slice(0, 16).replace('T', ' ')}  ${line.slice(0, 80)}`;
}
