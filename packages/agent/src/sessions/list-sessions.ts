import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionIdOf } from './transcript-file.ts';
import { parseLine } from './transcript-lines.ts';

export type SessionSummary = {
  readonly sessionId: string;
  readonly changedAt: Date;
  readonly cwd: string;
  /** How the first prompt begins. */
  readonly prompt: string;
};

/** The sessions of a workspace, the latest first. Files that cannot be read are left out. */
export async function listSessions(directory: string): Promise<readonly SessionSummary[]> {
  const names = await readdir(directory).catch(() => []);
  const sessions = await Promise.all(names.map((name) => summarise(directory, name).catch(() => null)));
  return sessions
    .filter((session) => session !== null)
    .sort((one, other) => other.changedAt.getTime() - one.changedAt.getTime());
}

/** For `--continue`. */
export async function latestSession(directory: string): Promise<SessionSummary | null> {
  return (await listSessions(directory))[0] ?? null;
}

async function summarise(directory: string, name: string): Promise<SessionSummary | null> {
  const sessionId = sessionIdOf(name);
  if (sessionId === null) return null;
  const file = join(directory, name);
  const { mtime } = await stat(file);
  for (const line of (await beginningOf(file)).split('\n')) {
    const parsed = parseLine(line);
    if (parsed?.entry.kind !== 'message' || parsed.entry.message.role !== 'user') continue;
    const prompt = parsed.entry.message.text.slice(0, SHOWN);
    return { sessionId, changedAt: mtime, cwd: parsed.mark.cwd, prompt };
  }
  return { sessionId, changedAt: mtime, cwd: '', prompt: '' };
}

const SHOWN = 200;
const BEGINNING = 64 * 1024;

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
