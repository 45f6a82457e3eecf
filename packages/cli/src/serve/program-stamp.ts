import { statSync } from 'node:fs';

/** Whether the program on disk is still the running one: after an update or removal, an old server must not continue judging. */
export function programStamp(file: string | undefined = process.argv[1]): () => boolean {
  const first = stampOf(file);
  return () => stampOf(file) === first;
}

function stampOf(file: string | undefined): string {
  const found = file === undefined ? undefined : statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev} ${found.ino} ${found.mtimeNs} ${found.size}`;
}
