// Uploads the decision log of this install, continuing from the last position. The position is saved after the hub has acknowledged the
// lines, so the hub recognises what a crash repeats by its sequence.

import { type InboxClient, UnreachableError } from '@caliban/inbox';
import { LOG_START, type LogPosition, type NewLines } from '@caliban/storage/audit';
import { keptLine, type Link } from '../audit/chain.ts';

/** What is kept between two uploads. */
export type UploadState = {
  readonly position: LogPosition;
  readonly head: { readonly sequence: number; readonly hash: string };
};

export type UploadParts = {
  readonly client: InboxClient;
  /** Of the install; null if nothing was uploaded from here yet. */
  readonly state: UploadState | null;
  readonly read: (from: LogPosition) => AsyncIterable<NewLines>;
  /** Must be on disk when it resolves. */
  readonly save: (state: UploadState) => Promise<void>;
  readonly onProgress?: (lines: number) => void;
};

export type UploadReport = { readonly added: number; readonly gaps: readonly string[] };

const MAX_LINES = 2_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** Throws an `UnreachableError` where the hub doesn't answer; what was acknowledged is kept. */
export async function uploadLog(parts: UploadParts): Promise<UploadReport> {
  try {
    return await uploadFrom(parts);
  } catch (error) {
    // It was restored from a backup: what it lost may still be here.
    if (error instanceof HubIsBehind && parts.state !== null) return uploadFrom({ ...parts, state: null });
    throw error;
  }
}

/** The hub has fewer lines than it acknowledged. */
class HubIsBehind extends UnreachableError {}

async function uploadFrom({ client, state, read, save, onProgress }: UploadParts): Promise<UploadReport> {
  const gaps: string[] = [];
  let added = 0;
  let gap: string | undefined;
  let { position, head } = state === null ? await foundAgain() : { position: state.position, head: linkOf(state.head) };
  let pending: string[] = [];
  let bytes = 0;
  for await (const batch of read(position)) {
    if (batch.isGap) gap = 'a file of the log is gone, with lines that were not uploaded';
    for (const line of batch.lines) {
      if (line === '') continue;
      pending.push(line);
      bytes += line.length;
    }
    position = batch.position;
    if (pending.length >= MAX_LINES || bytes >= MAX_BYTES) await flush();
  }
  await flush();
  return { added, gaps };

  async function flush(): Promise<void> {
    for (const lines of inPieces(pending)) {
      head = await handedIn(lines);
      gap = undefined;
    }
    pending = [];
    bytes = 0;
    await save({ position, head: { sequence: head.sequence, hash: head.hash.toString('hex') } });
  }

  async function handedIn(lines: readonly string[]): Promise<Link> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const after = { sequence: head.sequence, hash: head.hash.toString('hex') };
      const body = { after, lines, ...(gap === undefined ? {} : { gap }) };
      const reply = await client.send({ method: 'POST', path: '/api/log', body, timeoutMs: 60_000 });
      const { kind, head: stored, error } = reply.body as UploadReply;
      if (reply.status !== 200 || stored === undefined)
        throw new UnreachableError(error ?? `the hub answered ${reply.status}`);
      const there = linkOf(stored);
      switch (kind) {
        case 'stored': {
          added += lines.length;
          onProgress?.(added);
          if (gap !== undefined) gaps.push(gap);
          // Some lines were sent before: continue the chain from the stored ones.
          return there;
        }
        case 'elsewhere':
          throw new HubIsBehind('the hub has fewer lines than were uploaded');
        case 'forked':
          gap = 'the lines before these differ from those that were uploaded before';
          break;
      }
      head = there;
    }
    throw new UnreachableError('the hub and this log disagree about where to continue; try again');
  }

  /** The position was lost, or this is the first upload: finds the last line that the hub has. */
  async function foundAgain(): Promise<{ readonly position: LogPosition; readonly head: Link }> {
    const { status, body } = await client.send({ method: 'GET', path: '/api/log/last' });
    if (status !== 200) throw new UnreachableError(`the hub answered ${status}`);
    const { head: stored, line } = body as { readonly head: StoredLink; readonly line: string | null };
    const last = linkOf(stored);
    if (last.sequence === 0 || line === null) return { position: LOG_START, head: last };
    const found = await afterLine(read, line);
    if (found !== null) return { position: found, head: last };
    gap = 'the last line that was uploaded is not in the log any more';
    return { position: LOG_START, head: last };
  }
}

type StoredLink = { readonly sequence: number; readonly hash: string };
type UploadReply = {
  readonly kind: 'stored' | 'elsewhere' | 'forked';
  readonly head?: StoredLink;
  readonly error?: string;
};

export type Comparison = {
  /** The number of equal lines. */
  readonly same: number;
  /** The first difference; null if there is none. */
  readonly difference: { readonly sequence: number; readonly what: string } | null;
};

/** Whether the local log still matches what was uploaded: nothing was edited, inserted or cut off. Lines not uploaded yet don't matter. */
export async function compareLog({ client, read }: Pick<UploadParts, 'client' | 'read'>): Promise<Comparison> {
  const there = handedInLines(client);
  let stored = await there.next();
  let same = 0;
  for await (const { lines } of read(LOG_START)) {
    for (const line of lines) {
      if (line === '') continue;
      // Archives deleted here still exist on the hub: the local log begins later.
      while (same === 0 && !stored.done && stored.value.line !== keptLine(line)) stored = await there.next();
      if (stored.done) return { same, difference: null };
      if (stored.value.line !== keptLine(line))
        return { same, difference: { sequence: stored.value.sequence, what: 'this line is not the same here' } };
      same++;
      stored = await there.next();
    }
  }
  if (stored.done) return { same, difference: null };
  return {
    same,
    difference: { sequence: stored.value.sequence, what: 'this line and those after it are missing here' },
  };
}

type StoredLine = { readonly sequence: number; readonly line: string };

async function* handedInLines(client: InboxClient): AsyncGenerator<StoredLine, undefined> {
  for (let after = 0; ; ) {
    const { status, body } = await client.send({
      method: 'GET',
      path: `/api/log/lines?after=${after}`,
      timeoutMs: 60_000,
    });
    if (status !== 200) throw new UnreachableError(`the hub answered ${status}`);
    const { lines } = body as { readonly lines: readonly StoredLine[] };
    yield* lines;
    const last = lines.at(-1);
    if (last === undefined) return undefined;
    after = last.sequence;
  }
}

async function afterLine(read: UploadParts['read'], wanted: string): Promise<LogPosition | null> {
  let before: LogPosition = LOG_START;
  for await (const { lines, position } of read(LOG_START)) {
    const index = lines.findIndex((line) => keptLine(line) === wanted);
    if (index === -1) {
      before = position;
      continue;
    }
    const skipped = lines.slice(0, index + 1).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    const file = position.current?.file ?? before.current?.file;
    if (file === undefined) return position;
    const start = before.current?.file === file ? before.current.bytes : 0;
    return { done: position.done.filter((name) => name !== file), current: { file, bytes: start + skipped } };
  }
  return null;
}

function* inPieces(lines: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < lines.length; at += MAX_LINES) yield lines.slice(at, at + MAX_LINES);
}

function linkOf({ sequence, hash }: StoredLink): Link {
  return { sequence, hash: Buffer.from(hash, 'hex') };
}
