import { isUtf8 } from 'node:buffer';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { MAX_FILE_BYTES, readRegularFile } from './read-regular-file.ts';
import { systemErrorText } from './system-error.ts';

/** Why a file can't be read, with a position where one is known. */
export type UnreadableText = { readonly message: string; readonly line?: number; readonly column?: number };

/** Null if there is no such file; a dangling symlink is an error. Never blocks, whatever kind of file it is. */
export function readTextFile(file: string): Result<string | null, UnreadableText> {
  try {
    // Most of the files we look for don't exist, and creating an error takes longer than reading a file.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return ok(null);
    const found = readRegularFile(file);
    switch (found.kind) {
      case 'file':
        return decode(found.bytes);
      case 'too-large':
        return fail(tooLarge(found.size));
      case 'directory':
        return fail({ message: 'is a directory; put a text file in its place' });
      case 'special':
        return fail({ message: 'is not a regular file; put a text file in its place' });
    }
  } catch (error) {
    if (isMissing(error)) return missing(file);
    return fail({ message: `cannot be read: ${systemErrorText(error)}` });
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function missing(file: string): Result<null, UnreadableText> {
  const message = deadLink(file);
  return message === null ? ok(null) : fail({ message });
}

/** The problem of a symlink to nothing; null if the path isn't one. */
export function deadLink(path: string): string | null {
  try {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (!isLink || existsSync(path)) return null;
    return `is a link to \`${readlinkSync(path)}\`, and nothing is there; fix the link or remove it`;
  } catch {
    return null;
  }
}

function tooLarge(size: number): UnreadableText {
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return {
    message: `is ${megabytes(size)} MB long, more than the ${megabytes(MAX_FILE_BYTES)} MB that are read; split it`,
  };
}

function decode(bytes: Buffer): Result<string, UnreadableText> {
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes)) {
    return fail({ ...placeOf(text, firstBadLine(bytes)), message: 'not valid UTF-8; save the file as UTF-8' });
  }
  const nul = text.indexOf('\0');
  if (nul === -1) return ok(text);
  const line = text.slice(0, nul).split('\n').length;
  const column = nul - text.lastIndexOf('\n', nul);
  return fail({ line, column, message: 'a NUL byte is not text; remove it' });
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(10, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** The first replacement character of the line is where the first bad byte was. */
function placeOf(text: string, line: number): { line: number; column: number } {
  const content = text.split('\n', line)[line - 1] ?? '';
  return { line, column: Math.max(0, content.indexOf('\ufffd')) + 1 };
}
