import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** More rules than anybody writes; a file above it is something else. */
export const MAX_FILE_BYTES: number = 16 * 1024 * 1024;

/** The kind of file at a path, and its content if it can be read. */
export type FoundFile =
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'too-large'; readonly size: number }
  | { readonly kind: 'directory' }
  /** A pipe, a device, a socket. */
  | { readonly kind: 'special' };

/** Never waits and always ends, whatever a repository has put there. Throws what the system says, also where nothing is. */
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

/** The size is where to begin: files of the kernel say 0 and go on for as long as anybody reads. */
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
