export { WriteError, writeAtomically } from '../files/atomic-write.ts';
export { LockError, withLock } from '../files/file-lock.ts';
export { followLinks } from '../files/follow-links.ts';
export { makeDirectories } from '../files/make-directories.ts';
export { readRegularFile } from '../files/read-regular-file.ts';
export { readTextFile } from '../files/read-text-file.ts';
export { systemErrorText } from '../files/system-error.ts';
