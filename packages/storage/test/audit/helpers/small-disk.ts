import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './entries.ts';

/** Only root may mount; elsewhere the tests that need a disk of their own are skipped. */
export const canMount: boolean = process.getuid?.() === 0 && tryMount();

/** A directory that is a file system of its own. */
export function smallDisk(options: string): {
  readonly directory: string;
  readonly remount: (options: string) => void;
} {
  const directory = temporaryDirectory();
  run('mount', ['-t', 'tmpfs', '-o', options, 'caliban-test', directory]);
  onTestFinished(() => run('umount', [directory]));
  return { directory, remount: (changed) => run('mount', ['-o', `remount,${changed}`, directory]) };
}

function tryMount(): boolean {
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'caliban-test', '/mnt']).status === 0;
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
