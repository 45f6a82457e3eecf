import { closeSync, writeSync } from 'node:fs';
import type { TryLock } from '../../files/file-lock.ts';
import { tryLinkLock } from '../../files/link-lock.ts';
import { nativeLock } from '../../files/native-lock.ts';
import { identityOf, isSameFile, statDescriptor, statPath } from '../file-identity.ts';
import { type OpenLog, openLog } from './open-log.ts';
import { rotate } from './rotate.ts';

export type LogFileOptions = {
  readonly file: string;
  readonly maxBytes: number;
  readonly keep: number;
  /**
   * An archive is left alone until it has been untouched for this long. A writer that was suspended for half of it checks again.
   */
  readonly settleMs: number;
  readonly now: () => number;
  readonly onRotated: () => void;
  readonly onTrouble: (what: string, error: unknown) => void;
};

/**
 * Appends whole lines, safely with any number of other processes: one write per line to a descriptor in append mode. The path is
 * checked only now and then; a line written to a file that another process has just renamed is in the archive, not lost.
 */
export class LogFile {
  readonly #options: LogFileOptions;
  #open: OpenLog | null = null;
  readonly #mostBytesBlind: number;
  readonly #longStopMs: number;
  #lookedAt = 0;
  #bytesSince = 0;
  #rotateAfter = 0;

  constructor(options: LogFileOptions) {
    this.#options = options;
    this.#mostBytesBlind = options.maxBytes / 64;
    this.#longStopMs = options.settleMs / 2;
  }

  append(line: string): void {
    if (this.#open !== null && this.#isDue()) this.#look();
    if (!this.#write(line) && !this.#write(line)) throw new Error('only a part of the line could be written');
    // This process was suspended between checking and writing: the archive may have been compressed and removed meanwhile.
    if (this.#blindMs() > this.#longStopMs) this.#writeAgainIfRemoved(line);
  }

  close(): void {
    const open = this.#open;
    this.#open = null;
    if (open !== null) closeSync(open.descriptor);
  }

  #isDue(): boolean {
    return this.#bytesSince >= this.#mostBytesBlind || this.#blindMs() > MAX_BLIND_MS;
  }

  /** The clock may be set in either direction; that also triggers a check. */
  #blindMs(): number {
    return Math.abs(Date.now() - this.#lookedAt);
  }

  /** Checks whether another process rotated or removed the log, and whether it is our turn to rotate it. */
  #look(): void {
    const open = this.#open as OpenLog;
    this.#startBlind();
    const found = lookAt(open.path);
    if (found === 'unknown') return;
    if (found === null || !isSameFile(identityOf(found), open.identity)) this.close();
    else if (found.size >= this.#options.maxBytes) this.#rotate(open);
  }

  #rotate({ path: log, identity }: OpenLog): void {
    const { keep, now, onRotated, onTrouble } = this.#options;
    if (performance.now() < this.#rotateAfter) return;
    try {
      if (!rotate({ log, identity, keep, now, onTrouble, tryLock: lockOfThisMachine() })) return;
      this.close();
      onRotated();
    } catch (error) {
      this.#rotateAfter = performance.now() + RETRY_ROTATION_MS;
      onTrouble('cannot be rotated and keeps growing', error);
    }
  }

  /** False if only part of the line could be written. That part becomes a separate line, which readers skip. */
  #write(line: string): boolean {
    const open = this.#open ?? this.#reopen();
    const text = open.endsTorn ? `\n${line}` : line;
    const bytes = Buffer.byteLength(text);
    let written: number;
    try {
      written = writeSync(open.descriptor, text);
    } catch (error) {
      this.close();
      throw error;
    }
    if (written !== bytes) {
      this.close();
      return false;
    }
    if (open.endsTorn) this.#open = { ...open, endsTorn: false };
    this.#bytesSince += bytes;
    return true;
  }

  #writeAgainIfRemoved(line: string): void {
    if (this.#open === null || statDescriptor(this.#open.descriptor).nlink > 0n) return;
    this.close();
    this.#write(line);
  }

  /** A process that writes one line and ends never checks again, so the size is checked here too. */
  #reopen(): OpenLog {
    const { file, maxBytes, onTrouble } = this.#options;
    const open = openLog(file);
    this.#open = open;
    this.#startBlind();
    if (open.isExposed) onTrouble('can be read by others', new Error('it belongs to another user'));
    if (open.size >= maxBytes) this.#rotate(open);
    this.#open ??= openLog(file);
    return this.#open;
  }

  #startBlind(): void {
    this.#lookedAt = Date.now();
    this.#bytesSince = 0;
  }
}

/** Checking costs as much as writing. */
const MAX_BLIND_MS = 250;
const RETRY_ROTATION_MS = 60_000;

/** The open file can still be written even if its path can no longer be checked. */
function lookAt(file: string): ReturnType<typeof statPath> | 'unknown' {
  try {
    return statPath(file);
  } catch {
    return 'unknown';
  }
}

/** Loaded with the first rotation: a process that only appends doesn't pay for it. */
function lockOfThisMachine(): TryLock {
  return nativeLock() ?? tryLinkLock;
}
