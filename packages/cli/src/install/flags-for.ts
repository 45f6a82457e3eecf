import { spawnSync } from 'node:child_process';
import { QUICK_FLAGS } from '../hook/hook-flags.ts';

/** The startup flags that this Node supports. An unknown flag would keep every hook from starting. */
export function flagsFor(node: string): readonly string[] {
  const known =
    KNOWN.get(node) ?? (starts(node, QUICK_FLAGS) ? QUICK_FLAGS : QUICK_FLAGS.filter((flag) => starts(node, [flag])));
  KNOWN.set(node, known);
  return known;
}

const KNOWN = new Map<string, readonly string[]>();

function starts(node: string, flags: readonly string[]): boolean {
  const { status } = spawnSync(node, [...flags, '-e', '0'], { stdio: 'ignore', timeout: 10_000 });
  return status === 0;
}
