import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A disk of its own at this directory, gone when the scenario ends. */
export function mountSmallDisk(directory, { size = '256k', inodes = 0 }, afterwards) {
  mkdirSync(directory, { recursive: true });
  const options = `size=${size},mode=755${inodes > 0 ? `,nr_inodes=${inodes}` : ''}`;
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`no small disk could be mounted: ${stderr}`);
  afterwards(() => spawnSync('umount', ['-l', directory]));
}

/** Until nothing more goes in. Gives back what frees it. */
export function fillDisk(directory, { leave = 0 } = {}) {
  const filler = join(directory, 'filler');
  const { bavail, bsize } = statfsSync(directory);
  const bytes = bavail * bsize - leave;
  try {
    if (bytes > 0) writeFileSync(filler, Buffer.alloc(bytes));
  } catch (error) {
    // Others wrote meanwhile.
    if (error.code !== 'ENOSPC') throw error;
  }
  return () => rmSync(filler, { force: true });
}
