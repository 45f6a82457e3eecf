import { errorText } from '@caliban/calls/text';

/** A system error in words the model can act on. */
export function systemErrorText(error: unknown): string {
  const { code, path } = error as { readonly code?: unknown; readonly path?: unknown };
  const words = typeof code === 'string' ? WORDS[code] : undefined;
  if (words === undefined) return errorText(error);
  return typeof path === 'string' && !path.startsWith('/proc/') ? `${path}: ${words}` : words;
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  ELOOP: 'a link has replaced a file or directory',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the path is too long',
  EBUSY: 'it is mounted or in use by the system',
  ENXIO: 'it is not a regular file',
  EIO: 'the disk reports an error',
  E2BIG: 'it is too long to be run; put it into a script file',
};
