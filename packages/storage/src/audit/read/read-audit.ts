import { systemErrorText } from '../../files/system-error.ts';
import { type Archive, GZ } from '../archives.ts';
import { statPath } from '../file-identity.ts';
import { type AuditFilter, compileFilter } from './audit-filter.ts';
import { AnswersSeen, joinAnswers, type LogLine } from './join-answers.ts';
import { createLineReader, type LineReader, type Unreadable } from './line-reader.ts';
import { type LiveLog, type LogSnapshot, openIfThere, readArchive, takeSnapshot } from './log-snapshot.ts';
import type { AuditLine } from './logged-entry.ts';
import { readBlocks, readLinesBackwards, splitLines } from './read-lines.ts';

export type AuditQuery = {
  /** The live log with all its archives, or these files in this order, plain or `.gz`. */
  readonly source: { readonly log: string } | { readonly files: readonly string[] };
  readonly filter?: AuditFilter;
  /** The first or the last matching entries; all of them by default. */
  readonly limit?: { readonly kind: 'head' | 'tail'; readonly lines: number };
  /** Called for every line that isn't ours and every broken archive; reading continues. */
  readonly onUnreadable?: (what: Unreadable) => void;
};

/** The logged decisions, oldest first. Memory use doesn't depend on the length of the log, except for the lines of a tail. */
export async function* readAudit(query: AuditQuery): AsyncGenerator<AuditLine> {
  const snapshot = 'log' in query.source ? await takeSnapshot(query.source.log) : snapshotOf(query.source.files, query);
  try {
    yield* readSnapshot(snapshot, query);
  } finally {
    await snapshot.live?.handle.close();
  }
}

export async function* readSnapshot(
  snapshot: LogSnapshot,
  query: Omit<AuditQuery, 'source'>,
): AsyncGenerator<AuditLine> {
  const { filter = {}, limit, onUnreadable = () => {} } = query;
  const reader = createLineReader(compileFilter(filter), onUnreadable);
  const archives = snapshot.archives.filter((archive) => mayReachInto(archive, filter.since));
  if (limit?.kind === 'tail') yield* await lastLines({ ...snapshot, archives }, limit.lines, reader);
  else
    yield* firstLines(
      joinAnswers(allLines({ ...snapshot, archives }, reader)),
      limit?.lines ?? Number.POSITIVE_INFINITY,
    );
}

function snapshotOf(files: readonly string[], { onUnreadable }: AuditQuery): LogSnapshot {
  for (const file of files) if (statPath(file) === null) onUnreadable?.({ file, problem: 'there is no such file' });
  const archives = files.map((path) => ({
    path,
    isCompressed: path.endsWith(GZ),
    rotatedAt: Number.POSITIVE_INFINITY,
  }));
  return { log: files.at(-1) ?? '', archives, live: null };
}

/** Checks the time in the name and the file's mtime. Clocks can be wrong, so an archive is skipped only if both are too old. */
function mayReachInto({ path, rotatedAt }: Archive, since: number | undefined): boolean {
  if (since === undefined || rotatedAt >= since - CLOCK_SLACK_MS) return true;
  const found = statPath(path);
  return found === null || Number(found.mtimeMs) >= since - CLOCK_SLACK_MS;
}

const CLOCK_SLACK_MS = 600_000;

async function* firstLines(batches: AsyncIterable<readonly AuditLine[]>, count: number): AsyncGenerator<AuditLine> {
  let left = count;
  if (left <= 0) return;
  for await (const batch of batches) {
    for (const line of batch) {
      yield line;
      if (--left <= 0) return;
    }
  }
}

async function* allLines({ archives, live }: LogSnapshot, reader: LineReader): AsyncGenerator<readonly LogLine[]> {
  for (const archive of archives) yield* archiveLines(archive, reader);
  if (live === null) return;
  for await (const texts of splitLines(readBlocks(live.handle, { from: 0, to: live.size })))
    yield reader.read(texts, live.path);
}

async function* archiveLines(archive: Archive, reader: LineReader): AsyncGenerator<readonly LogLine[]> {
  try {
    for await (const texts of splitLines(readArchive(archive))) yield reader.read(texts, archive.path);
  } catch (error) {
    reader.report({ file: archive.path, problem: systemErrorText(error) });
  }
}

type Backwards = { readonly reader: LineReader; readonly answers: AnswersSeen };

/** Reads backwards as far as needed; a compressed archive can only be read forwards. */
async function lastLines(
  { archives, live }: LogSnapshot,
  count: number,
  reader: LineReader,
): Promise<readonly AuditLine[]> {
  const answers = new AnswersSeen();
  let found: readonly AuditLine[] = live === null ? [] : await lastOfPlain(live, count, { reader, answers });
  for (const archive of archives.toReversed()) {
    if (found.length >= count) break;
    found = [...(await lastOfArchive(archive, count - found.length, { reader, answers })), ...found];
  }
  return found;
}

async function lastOfArchive(
  archive: Archive,
  count: number,
  { reader, answers }: Backwards,
): Promise<readonly AuditLine[]> {
  const handle = archive.isCompressed ? null : await openIfThere(archive.path).catch(() => null);
  if (handle !== null) {
    try {
      return await lastOfPlain({ path: archive.path, handle, size: (await handle.stat()).size }, count, {
        reader,
        answers,
      });
    } finally {
      await handle.close();
    }
  }
  let last: AuditLine[] = [];
  for await (const lines of joinAnswers(archiveLines(archive, reader))) {
    last.push(...lines);
    if (last.length > 2 * count + 1_000) last = last.slice(-count);
  }
  return last
    .slice(-count)
    .map((line) => (line.answer === undefined && line.blocked === undefined ? (answers.read(line) ?? line) : line));
}

async function lastOfPlain(
  { path, handle, size }: LiveLog,
  count: number,
  { reader, answers }: Backwards,
): Promise<readonly AuditLine[]> {
  const found: AuditLine[] = [];
  if (count <= 0) return found;
  for await (const texts of readLinesBackwards(handle, size)) {
    for (const text of texts) {
      for (const logged of reader.read([text], path)) {
        const line = answers.read(logged);
        if (line !== null) found.push(line);
      }
      if (found.length >= count) return found.slice(0, count).reverse();
    }
  }
  return found.reverse();
}
