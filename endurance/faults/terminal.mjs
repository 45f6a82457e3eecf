import { spawnSync } from 'node:child_process';

/** Null where there is the program that makes terminals. */
export function findScript() {
  const { status, stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('util-linux') ? null : 'needs script of util-linux';
}
