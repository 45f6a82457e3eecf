import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Copy = { readonly from: string; readonly to: string };

/** Files and links with their mode, owner, times and attributes; holes stay holes. */
export async function copyFiles(copies: readonly Copy[]): Promise<void> {
  for (let at = 0; at < copies.length; at += AT_ONCE) {
    const words = copies.slice(at, at + AT_ONCE).flatMap(({ from, to }) => [from, to]);
    await promisify(execFile)('/bin/sh', ['-c', SCRIPT, String(process.pid), ...words], { env: { PATH: SYSTEM_PATH } });
  }
}

const AT_ONCE = 200;
const SYSTEM_PATH = '/usr/bin:/bin:/run/current-system/sw/bin';
/** It ends with this process: nothing may write any more when the next start cleans up. */
const SCRIPT = 'while [ $# -gt 1 ] && [ -d "/proc/$0" ]; do cp -aT -- "$1" "$2" || exit 1; shift 2; done';
