import { execFileSync } from 'node:child_process';

/** The flag a refusal names, read by a shell as a person would paste it. */
export function flagIn(stderr: string): readonly string[] {
  const pasted = /run again with (.*?)(?: \(or --|, put before|\ncaliban:|\n?$)/s.exec(stderr)?.[1] ?? '';
  const words = execFileSync('/bin/bash', ['-c', `printf '%s\\0' ${pasted}`], { encoding: 'utf8' });
  return words.split('\0').slice(0, -1);
}
