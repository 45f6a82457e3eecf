import { basename } from 'node:path';
import type { HookProgram, InstallScope } from '@caliban/adapters/hosts';
import { flagsFor } from './flags-for.ts';

export type ThisProcess = {
  readonly execPath: string;
  readonly script: string | undefined;
  readonly platform: string;
};

/** What a host has to start. In a project's files no path of this machine may stand, so there it is found by its name. */
export function hookProgram(
  scope: InstallScope,
  { execPath, script, platform }: ThisProcess = thisProcess(),
  flagsOf: (node: string) => readonly string[] = flagsFor,
): HookProgram {
  const isWindows = platform === 'win32';
  if (scope === 'project' || script === undefined) return { words: ['caliban'], isWindows };
  const isByName = basename(script) === 'caliban';
  // Whoever runs it with something else has none of node's flags.
  const isNode = !isWindows && basename(execPath).startsWith('node');
  if (!isNode) return { words: isByName ? [script] : [execPath, script], isWindows };
  // Started by its name it starts so again, with whatever node is there by then.
  const node = isByName ? 'node' : execPath;
  return { words: [node, ...flagsOf(node), script], isWindows };
}

function thisProcess(): ThisProcess {
  return { execPath: process.execPath, script: process.argv[1], platform: process.platform };
}
