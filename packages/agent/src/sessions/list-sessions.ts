import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionIdOf } from './transcript-file.ts';
import { parseLine } from './transcript-lines.ts';

export type SessionSummary = {
  readonly sessionId: string;
  readonly changedAt: Date;
  readonly cwd: string;
  /** The beginning of the first prompt. */
  readonly prompt: string;
  /** The beginning of the last prompt. */
  readonly lastPrompt: string;
};

/** The sessions of a workspace, the latest first. Files that can't be read are left out. */
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
  const handle = await open(file, 'r');
  try {
    const { mtime, size } = await handle.stat();
    const early = promptsIn(await textAt(handle, 0));
    const late = size <= LOOKED_AT ? [] : promptsIn(await textAt(handle, size - LOOKED_AT));
    const [first] = early;
    const last = late.at(-1) ?? early.at(-1);
    return {
      sessionId,
      changedAt: mtime,
      cwd: first?.cwd ?? '',
      prompt: first?.text ?? '',
      lastPrompt: last?.text ?? '',
    };
  } finally {
    await handle.close();
  }
}

type SavedPrompt = { readonly text: string; readonly cwd: string };

/** The typed prompts, in order. Partial lines at either end are ignored. */
function promptsIn(text: string): readonly SavedPrompt[] {
  return text.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    if (parsed?.entry.kind !== 'message' || parsed.entry.message.role !== 'user') return [];
    return [{ text: parsed.entry.message.text.slice(0, SHOWN), cwd: parsed.mark.cwd }];
  });
}

const SHOWN = 200;
/** Read from the beginning and from the end of a file. */
const LOOKED_AT = 64 * 1024;

async function textAt(handle: FileHandle, position: number): Promise<string> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, position);
  return buffer.toString('utf8', 0, bytesRead);
}
