import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { GZ, listArchives } from '../archives.ts';
import { type FileIdentity, identityOf, isSameFile, statPath } from '../file-identity.ts';
import { compileFilter } from './audit-filter.ts';
import { followedUp, type LogLine, mayBeFollowedUp, OpenDecisions } from './join-answers.ts';
import { createLineReader } from './line-reader.ts';
import { openIfThere, takeSnapshot } from './log-snapshot.ts';
import type { AuditLine } from './logged-entry.ts';
import { type AuditQuery, readSnapshot } from './read-audit.ts';
import { BLOCK, LINE_END, lastLineEnd } from './read-lines.ts';

export type FollowQuery = Omit<AuditQuery, 'source' | 'limit'> & {
  readonly log: string;
  /** How many past lines to print first. */
  readonly past: number;
  readonly signal: AbortSignal;
  readonly pollMs?: number;
};

/** Yields the last lines, then every new line, across rotations, until stopped. */
export async function* followAudit({
  log: file,
  past,
  signal,
  pollMs = 200,
  ...query
}: FollowQuery): AsyncGenerator<AuditLine> {
  const snapshot = await takeSnapshot(file);
  const { log, live } = snapshot;
  const reader = createLineReader(compileFilter(query.filter ?? {}), query.onUnreadable ?? (() => {}));
  const known = new Set(snapshot.archives.map(({ path }) => plainName(path)));
  const tails: Tail[] = [];
  const open = new OpenDecisions<AuditLine>();
  try {
    const size = live === null ? 0 : await lastLineEnd(live.handle, live.size);
    if (live !== null) tails.push(await Tail.from(live.handle, live.path, size));
    const earlier = readSnapshot(
      { ...snapshot, live: live && { ...live, size } },
      { ...query, limit: { kind: 'tail', lines: past } },
    );
    for await (const line of earlier) yield* followed(line, open);

    while (!signal.aborted) {
      for (const tail of tails)
        for await (const texts of tail.newLines())
          for (const line of reader.read(texts, tail.path)) yield* followed(line, open);
      if (!(await openNewOnes(log, tails, known))) await pause(pollMs, signal);
      await dropSilent(tails);
    }
  } finally {
    for (const tail of tails) await tail.close();
  }
}

/** Yields a decision at once, and again with its answer when that arrives. */
function followed(line: LogLine, open: OpenDecisions<AuditLine>): readonly AuditLine[] {
  if ('answered' in line) {
    const { text, answered } = line;
    return open.take(answered).map(({ entry }) => followedUp({ text, entry: { ...entry, ts: answered.ts } }, answered));
  }
  if (line.answer === undefined && mayBeFollowedUp(line.entry)) open.add(line.entry, line);
  return [line];
}

/** Opens archives that were created since, then the log itself if it is a different file now. */
async function openNewOnes(log: string, tails: Tail[], known: Set<string>): Promise<boolean> {
  const before = tails.length;
  const found = statPath(log);
  if (found !== null && isFollowed(tails, identityOf(found))) return false;

  // Opened before the archives are listed: if the log is rotated in between, it is among the archives.
  const newest = await openTail(log);
  const archives = listArchives(log).filter(({ path, isCompressed }) => !isCompressed && !known.has(plainName(path)));
  for (const { path } of archives) {
    known.add(plainName(path));
    const tail = await openTail(path);
    if (tail === null) continue;
    if (isFollowed(newest === null ? tails : [...tails, newest], tail.identity)) await tail.close();
    else tails.push(tail);
  }
  if (newest !== null && isFollowed(tails, newest.identity)) await newest.close();
  else if (newest !== null) tails.push(newest);
  return tails.length > before;
}

function isFollowed(tails: readonly Tail[], file: FileIdentity): boolean {
  return tails.some(({ identity }) => isSameFile(identity, file));
}

/** From its beginning; null when nothing is there. */
async function openTail(path: string): Promise<Tail | null> {
  const handle = await openIfThere(path);
  return handle === null ? null : Tail.from(handle, path, 0);
}

/** Closes all files but the newest once no one can be writing to them. */
async function dropSilent(tails: Tail[]): Promise<void> {
  for (const tail of tails.slice(0, -1)) {
    if (!tail.isSilent()) continue;
    tails.splice(tails.indexOf(tail), 1);
    await tail.close();
  }
}

const SILENT_MS = 10_000;

/** One file that may still grow. */
class Tail {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly #handle: FileHandle;
  #offset: number;
  #lastGrowth: number = performance.now();

  static async from(handle: FileHandle, path: string, offset: number): Promise<Tail> {
    return new Tail({ handle, path, offset, identity: identityOf(await handle.stat({ bigint: true })) });
  }

  private constructor({
    handle,
    path,
    offset,
    identity,
  }: { handle: FileHandle; path: string; offset: number; identity: FileIdentity }) {
    this.path = path;
    this.identity = identity;
    this.#handle = handle;
    this.#offset = offset;
  }

  /** Yields whole lines only; a partial line waits for its end. */
  async *newLines(): AsyncGenerator<readonly string[]> {
    for (;;) {
      const { size } = await this.#handle.stat();
      // Something truncated the file: start again.
      if (size < this.#offset) this.#offset = 0;
      const { buffer, bytesRead } = await this.#handle.read(Buffer.allocUnsafe(BLOCK), 0, BLOCK, this.#offset);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(LINE_END) + 1;
      if (end === 0 && bytesRead < BLOCK) return;
      this.#lastGrowth = performance.now();
      // None of our lines fills a block, so a line that does is skipped.
      this.#offset += end === 0 ? bytesRead : end;
      if (end > 0) yield buffer.toString('utf8', 0, end).split('\n');
    }
  }

  isSilent(): boolean {
    return performance.now() - this.#lastGrowth > SILENT_MS;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function plainName(path: string): string {
  return path.endsWith(GZ) ? path.slice(0, -GZ.length) : path;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}
