import { readFile } from 'node:fs/promises';
import type { Result } from '@caliban/calls';
import { errorText, visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { Message } from '../conversation/messages.ts';
import { repairTranscript } from './repair-transcript.ts';
import { isSessionId, transcriptFile } from './transcript-file.ts';
import { parseLine } from './transcript-lines.ts';

export type LoadedSession = {
  readonly sessionId: string;
  /** Complete: a model can continue from here. */
  readonly messages: readonly Message[];
};

export async function loadSession(directory: string, sessionId: string): Promise<Result<LoadedSession, string>> {
  if (!isSessionId(sessionId)) return fail(`\`${visible(sessionId)}\` is not a session id; ${WAY_OUT}`);
  try {
    const messages = messagesIn(await readFile(transcriptFile(directory, sessionId), 'utf8'));
    return messages.length === 0 ? fail(`session \`${sessionId}\` holds no messages`) : ok({ sessionId, messages });
  } catch (error) {
    if (isMissing(error)) return fail(`there is no session \`${sessionId}\` for this workspace; ${WAY_OUT}`);
    return fail(`session \`${sessionId}\` cannot be read: ${errorText(error)}`);
  }
}

const WAY_OUT = '`/resume` in a session lists those there are, --continue takes the latest';

/** Torn lines are skipped. */
export function messagesIn(text: string): readonly Message[] {
  let messages: Message[] = [];
  for (const line of text.split('\n')) {
    const entry = parseLine(line)?.entry;
    if (entry?.kind === 'message') messages.push(entry.message);
    if (entry?.kind === 'compacted') messages = [...entry.messages];
  }
  return repairTranscript(messages);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
