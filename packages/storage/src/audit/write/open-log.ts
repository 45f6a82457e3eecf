import { closeSync, constants, fchmodSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { followLinks } from '../../files/follow-links.ts';
import { makeDirectories } from '../../files/make-directories.ts';
import { type FileIdentity, identityOf, statDescriptor } from '../file-identity.ts';

export type OpenLog = {
  readonly descriptor: number;
  /** With symlinks resolved, so that archives are created beside the real file. */
  readonly path: string;
  readonly size: bigint;
  readonly identity: FileIdentity;
  /** The last line has no line end: a process was killed, or the disk was full, in the middle of it. */
  readonly endsTorn: boolean;
  /** Others may read the file, and we aren't allowed to change its mode. */
  readonly isExposed: boolean;
};

/** Opened for appending; created if needed, readable only by its owner. */
export function openLog(file: string): OpenLog {
  const path = followLinks(file);
  const descriptor = openOrCreate(path);
  try {
    const found = statDescriptor(descriptor);
    if (!found.isFile()) throw new Error('it is not a regular file; move it away');
    return {
      descriptor,
      path,
      size: found.size,
      identity: identityOf(found),
      endsTorn: endsTorn(descriptor, found.size),
      isExposed: (found.mode & OTHERS) !== 0n && !tighten(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOCTTY;
const OTHERS = 0o077n;
const LINE_END = 0x0a;

function openOrCreate(file: string): number {
  try {
    return openSync(file, APPEND, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeDirectories(dirname(file), { mode: 0o700 });
    return openSync(file, APPEND, 0o600);
  }
}

/** A line that crosses a page boundary looks torn while another process is writing it. */
function endsTorn(descriptor: number, size: bigint): boolean {
  let known = size;
  for (let look = 0; look < LOOKS; look++) {
    if (known === 0n || lastByte(descriptor, known) === LINE_END) return false;
    waitForWriter(descriptor);
    known = statDescriptor(descriptor).size;
  }
  return lastByte(descriptor, known) !== LINE_END;
}

/**
 * chmod, even to the same mode, waits for a write in progress; a short sleep may not be enough when many processes share a core.
 */
function waitForWriter(descriptor: number): void {
  tighten(descriptor);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

const LOOKS = 5;

function lastByte(descriptor: number, size: bigint): number | undefined {
  const byte = new Uint8Array(1);
  return readSync(descriptor, byte, 0, 1, size - 1n) === 1 ? byte[0] : undefined;
}

function tighten(descriptor: number): boolean {
  try {
    fchmodSync(descriptor, 0o600);
    return true;
  } catch {
    return false;
  }
}
