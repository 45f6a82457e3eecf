import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** No rule file is this large; a larger file is something else. */
export const MAX_FILE_BYTES: number = 16 * 1024 * 1024;

/** The kind of file at a path, and its content if it can be read. */
export type FoundFile =
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'too-large'; readonly size: number }
  | { readonly kind: 'directory' }
  /** A pipe, a device, a socket. */
  | { readonly kind: 'special' };

/**
 * Never blocks and always ends, whatever kind of file a repository has put there. Throws the system's error, also if the file
 * doesn't exist.
 */
export function readRegularFile(path: string): FoundFile {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    // BigInt stats, as everywhere at a start: mixing number and BigInt stats costs a second slow first call.
    const { mode, size } = fstatSync(descriptor, { bigint: true });
    switch (Number(mode) & constants.S_IFMT) {
      case constants.S_IFREG:
        return size > MAX_FILE_BYTES
          ? { kind: 'too-large', size: Number(size) }
          : readToTheEnd(descriptor, Number(size));
      case constants.S_IFDIR:
        return { kind: 'directory' };
      default:
        return { kind: 'special' };
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The size is only a starting point: kernel files report 0 and can be endless. */
function readToTheEnd(descriptor: number, size: number): FoundFile {
  let bytes = Buffer.allocUnsafe(Math.max(size + 1, MIN_BYTES));
  for (let length = 0; ; ) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (read === 0) return { kind: 'file', bytes: bytes.subarray(0, length) };
    length += read;
    if (length > MAX_FILE_BYTES) return { kind: 'too-large', size: length };
    if (length === bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2);
  }
}

const MIN_BYTES = 4096;
