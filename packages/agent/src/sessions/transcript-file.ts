import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** Also validates `--resume`: an id can't lead out of the directory. */
export function isSessionId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(text);
}

export function newSessionId(): string {
  return randomUUID();
}

/** Where the sessions of a workspace are stored; two workspaces never share a directory. */
export function sessionsDirectory(stateDirectory: string, workspace: string): string {
  return join(stateDirectory, 'sessions', createHash('sha256').update(workspace).digest('hex').slice(0, 16));
}

export function transcriptFile(directory: string, sessionId: string): string {
  return join(directory, `${sessionId}${ENDING}`);
}

/** Null for files that aren't ours. */
export function sessionIdOf(fileName: string): string | null {
  if (!fileName.endsWith(ENDING)) return null;
  const id = fileName.slice(0, -ENDING.length);
  return isSessionId(id) ? id : null;
}

const ENDING = '.jsonl';
