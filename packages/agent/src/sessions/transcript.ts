import { appendFile, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RecordEntry } from '../conversation/conversation.ts';
import { transcriptFile } from './transcript-file.ts';
import { formatEntry } from './transcript-lines.ts';

export type TranscriptPlace = {
  /** For all sessions of a workspace. Created when the first line is written. */
  readonly directory: string;
  readonly sessionId: string;
  readonly cwd: string;
  readonly clock?: () => number;
};

/** Appends a line per message, in order. Only its owner may read the file. */
export function openTranscript({ directory, sessionId, cwd, clock = Date.now }: TranscriptPlace): RecordEntry {
  const file = transcriptFile(directory, sessionId);
  let last: Promise<void> = Promise.resolve();
  let begun = false;

  return (entry) => {
    const line = formatEntry(entry, { at: new Date(clock()).toISOString(), sessionId, cwd });
    const written = last.then(() => append(line));
    last = written.catch(() => {});
    return written;
  };

  async function append(line: string): Promise<void> {
    if (!begun) await makeDirectories(dirname(file));
    // A line torn by a crash must not swallow the next one.
    const lineEnd = !begun && (await isTorn(file)) ? '\n' : '';
    await appendFile(file, `${lineEnd}${line}\n`, { mode: 0o600 });
    begun = true;
  }
}

/** Avoids Node's `recursive` option, which loops forever below a directory that can't have subdirectories, as in `/proc`. */
async function makeDirectories(directory: string): Promise<void> {
  const make = () => mkdir(directory, { mode: 0o700 }).catch(unlessThere);
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(directory) === directory) throw error;
    await makeDirectories(dirname(directory));
    await make();
  });
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function isTorn(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return false;
  try {
    const { size } = await handle.stat();
    if (size === 0) return false;
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] !== LINE_END;
  } finally {
    await handle.close();
  }
}

const LINE_END = 0x0a;
