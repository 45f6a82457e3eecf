import { spawnSync } from 'node:child_process';
import { QUICK_FLAGS } from '../hook/hook-flags.ts';

/** The quick flags that this node knows. A flag that it does not know would end every hook before its start. */
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
