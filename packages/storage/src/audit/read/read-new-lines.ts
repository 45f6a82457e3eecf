import { createHash } from 'node:crypto';
import { type LogSnapshot, readArchive, takeSnapshot } from './log-snapshot.ts';
import { LINE_END, lastLineEnd, readBlocks, splitLines } from './read-lines.ts';

/**
 * How far a log was read. Files are identified by the hash of their first line, so a position survives rotation and compression.
 */
export type LogPosition = {
  /** Files that are complete and were read to the end. */
  readonly done: readonly string[];
  readonly current: { readonly file: string; readonly bytes: number } | null;
};

export const LOG_START: LogPosition = { done: [], current: null };

export type NewLines = {
  readonly lines: readonly string[];
  /** The position after these lines. */
  readonly position: LogPosition;
  /** The file that was being read is gone, and its unread lines with it. */
  readonly isGap: boolean;
};

/**
 * The complete lines of the log and its archives after a position, oldest first, in batches. A line that is still being written
 * is left for later.
 */
export async function* readNewLines(log: string, from: LogPosition): AsyncGenerator<NewLines> {
  const snapshot = await takeSnapshot(log);
  try {
    const files = await filesOf(snapshot);
    const known = new Set(files.map(({ name }) => name));
    let isGap = from.current !== null && !known.has(from.current.file);
    let done = from.done.filter((name) => known.has(name));
    for (const { name, blocks, isLive } of files) {
      if (done.includes(name)) continue;
      const start = from.current?.file === name ? from.current.bytes : 0;
      let bytes = start;
      for await (const { lines, length } of linesWithLength(blocks(start))) {
        bytes += length;
        yield { lines, position: { done, current: { file: name, bytes } }, isGap };
        isGap = false;
      }
      if (!isLive) done = [...done, name];
      yield { lines: [], position: { done, current: isLive ? { file: name, bytes } : null }, isGap };
      isGap = false;
    }
  } finally {
    await snapshot.live?.handle.close();
  }
}

type LogPart = {
  readonly name: string;
  readonly isLive: boolean;
  readonly blocks: (from: number) => AsyncIterable<Buffer>;
};

async function filesOf({ archives, live }: LogSnapshot): Promise<readonly LogPart[]> {
  const parts: LogPart[] = [];
  for (const archive of archives) {
    const name = await nameOf(readArchive(archive));
    if (name !== null) parts.push({ name, isLive: false, blocks: (from) => skipped(readArchive(archive), from) });
  }
  if (live === null) return parts;
  const to = await lastLineEnd(live.handle, live.size);
  const name = await nameOf(readBlocks(live.handle, { from: 0, to }));
  if (name !== null) parts.push({ name, isLive: true, blocks: (from) => readBlocks(live.handle, { from, to }) });
  return parts;
}

/** Null if it has no complete line yet. */
async function nameOf(blocks: AsyncIterable<Buffer>): Promise<string | null> {
  for await (const [first] of splitLines(blocks)) {
    if (first !== undefined && first !== '') return createHash('sha256').update(first).digest('hex');
  }
  return null;
}

/** With their length in the file: bytes that aren't UTF-8 grow when decoded. */
async function* linesWithLength(
  blocks: AsyncIterable<Buffer>,
): AsyncGenerator<{ readonly lines: readonly string[]; readonly length: number }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
    const text = Buffer.concat([rest, block]);
    const end = text.lastIndexOf(LINE_END);
    rest = text.subarray(end + 1);
    if (end !== -1) yield { lines: text.toString('utf8', 0, end).split('\n'), length: end + 1 };
  }
  // The last line of an archive may lack its end.
  if (rest.length > 0) yield { lines: [rest.toString('utf8')], length: rest.length };
}

async function* skipped(blocks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const block of blocks) {
    if (left < block.length) yield block.subarray(left);
    left = Math.max(0, left - block.length);
  }
}
