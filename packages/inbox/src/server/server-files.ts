// A running server's files for its clients, in a directory of this user (0700, every file 0600):
//
//   server.json   for programs: where it listens, and both tokens
//   hook          for the bash client, on one line: pid, port, token, reply token
//   socket        the same HTTP API as on the loopback port, if the path is short enough
//   inbox.db      the store
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectories, readRegularFile, writeAtomically } from '@caliban/storage/files';

export type ServerFiles = {
  readonly directory: string;
  readonly description: string;
  readonly hook: string;
  readonly socket: string;
  readonly database: string;
  readonly lock: string;
};

export function serverFiles(stateDirectory: string): ServerFiles {
  const directory = join(stateDirectory, 'serve');
  const named = (name: string) => join(directory, name);
  return {
    directory,
    description: named('server.json'),
    hook: named('hook'),
    socket: named('socket'),
    database: named('inbox.db'),
    lock: named('server'),
  };
}

/** Everything a client needs. The tokens are new with every start. */
export type ServerDescription = {
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  /** HTTP on 127.0.0.1. */
  readonly port: number;
  /** For the bash client, on 127.0.0.1; null if the server doesn't answer hooks. */
  readonly hookPort: number | null;
  /** Null: its path would be too long. */
  readonly socket: string | null;
  /** The token that a client has to send. */
  readonly token: string;
  /** The token that the server has to send, so that no one else can answer in its place. */
  readonly replyToken: string;
};

/** Throws if the directory belongs to someone else, or is a symlink. */
export function makeOwnDirectory({ directory }: ServerFiles): void {
  makeDirectories(directory, { mode: 0o700 });
  const found = lstatSync(directory);
  const uid = process.getuid?.();
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid))
    throw new Error(`${directory} is not a directory of yours; remove it and try again`);
  chmodSync(directory, 0o700);
}

export function writeDescription(files: ServerFiles, description: ServerDescription): void {
  const { pid, hookPort, token, replyToken } = description;
  writePrivately(files.description, `${JSON.stringify(description, null, 2)}\n`);
  if (hookPort !== null) writePrivately(files.hook, `${pid} ${hookPort} ${token} ${replyToken}\n`);
}

export function removeDescription(files: ServerFiles): void {
  for (const file of [files.hook, files.description, files.socket]) rmSync(file, { force: true });
}

/** Null if there is no server description, or it can't be trusted. */
export function readDescription({ description }: ServerFiles): ServerDescription | null {
  try {
    const found = readRegularFile(description);
    if (found.kind !== 'file') return null;
    const { uid, mode } = lstatSync(description);
    if ((process.getuid?.() ?? uid) !== uid || (mode & 0o077) !== 0) return null;
    const value: Partial<ServerDescription> = JSON.parse(found.bytes.toString());
    if (typeof value.pid !== 'number' || typeof value.port !== 'number') return null;
    if (typeof value.token !== 'string' || typeof value.replyToken !== 'string') return null;
    return value as ServerDescription;
  } catch {
    return null;
  }
}

function writePrivately(file: string, text: string): void {
  // An existing file with wider permissions would keep them when it is overwritten.
  rmSync(file, { force: true });
  writeAtomically(file, text, { mode: 0o600 });
}
