import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, temporaryDirectory } from './entries.ts';

export const name = (minute: number): string => `log-2026-11-15T09-0${minute}-00.000-7.jsonl`;

/** Three archives, the live log, and what a killed process left. */
export function someArchives(): string {
  const directory = temporaryDirectory();
  for (const minute of [1, 2, 3]) {
    writeFileSync(join(directory, name(minute)), at(`09:0${minute}:00`), { mode: 0o600 });
    utimesSync(join(directory, name(minute)), 1.7e9, 1.7e9);
  }
  writeFileSync(join(directory, 'log.jsonl'), at('09:04:00'));
  writeFileSync(join(directory, `.${name(1)}.gz.draft`), 'half');
  return directory;
}
