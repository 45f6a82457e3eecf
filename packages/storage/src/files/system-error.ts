/** A system error, in words a person can act on. */
export function systemErrorText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && WORDS[code]) || message || String(error);
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; check who owns it and its mode',
  EPERM: 'the system does not permit it; check who owns it and its mode',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the disk quota is used up; free some space',
  EISDIR: 'a directory is in its place',
  ENOTDIR: 'a part of the path is not a directory',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the path is too long',
  EBUSY: 'it is mounted or in use by the system',
  EIO: 'the disk reports an error',
};
