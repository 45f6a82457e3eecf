import { basename } from 'node:path';
import type { HookProgram, InstallScope } from '@caliban/adapters/hosts';
import { flagsFor } from './flags-for.ts';

export type ThisProcess = {
  readonly execPath: string;
  readonly script: string | undefined;
  readonly platform: string;
};

/**
 * The command that a host has to start. A project's files must not contain paths of this machine, so there it is found by its
 * name.
 */
export function hookProgram(
  scope: InstallScope,
  { execPath, script, platform }: ThisProcess = thisProcess(),
  flagsOf: (node: string) => readonly string[] = flagsFor,
): HookProgram {
  const isWindows = platform === 'win32';
  if (scope === 'project' || script === undefined) return { words: ['caliban'], isWindows };
  const isByName = basename(script) === 'caliban';
  // With another runtime, Node's flags don't apply.
  const isNode = !isWindows && basename(execPath).startsWith('node');
  if (!isNode) return { words: isByName ? [script] : [execPath, script], isWindows };
  // If it was started by its name, it will be started by name again, with the Node that is there by then.
  const node = isByName ? 'node' : execPath;
  return { words: [node, ...flagsOf(node), script], isWindows };
}

function thisProcess(): ThisProcess {
  return { execPath: process.execPath, script: process.argv[1], platform: process.platform };
}
