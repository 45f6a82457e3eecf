import { randomUUID } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import type { HeldLock } from './file-lock.ts';
import { isAlive, type ProcessMark, thisProcess } from './process-mark.ts';
import { readRegularFile } from './read-regular-file.ts';

/**
 * A fallback for machines without the native lock. `<lock>.held` exists while the lock is held and names the holder. It is
 * created by linking a complete file, so it is never read half written.
 */
export function tryLinkLock(file: string): HeldLock | null {
  const held = `${file}.held`;
  if (!take(held)) return null;
  return { release: () => rmSync(held, { force: true }) };
}

type Holder = ProcessMark & { readonly ticket: string };

function take(held: string): boolean {
  const holder = readHolder(held);
  if (holder === null) return linkInto(held);
  if (isAlive(holder)) return false;

  // A second lock, named after this particular holder, decides who may remove what a dead holder left. A latecomer finds another
  // ticket and leaves the new holder alone.
  const right = `${held}.${holder.ticket}`;
  if (!take(right)) return false;
  try {
    if (readHolder(held)?.ticket === holder.ticket) rmSync(held, { force: true });
  } finally {
    rmSync(right, { force: true });
  }
  return linkInto(held);
}

function linkInto(held: string): boolean {
  const ticket = randomUUID();
  const draft = `${held}.${ticket}.tmp`;
  const holder: Holder = { ...thisProcess(), ticket };
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, held);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Null if it is gone, or isn't ours. */
function readHolder(held: string): Holder | null {
  try {
    const found = readRegularFile(held);
    if (found.kind !== 'file') return null;
    const holder: Partial<Holder> = JSON.parse(found.bytes.toString());
    if (typeof holder.pid !== 'number' || typeof holder.ticket !== 'string' || !/^[\w-]+$/.test(holder.ticket))
      return null;
    return holder as Holder;
  } catch {
    return null;
  }
}
