import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDirectories } from '@caliban/storage/files';
import type { Terminal } from '../process/terminal.ts';

/** A separate project with rules, configuration, state and log: nothing of the operator's is read or written. */
export type ScratchWorkspace = {
  readonly directory: string;
  /** The operator's terminal with its directories moved there. */
  readonly terminal: Terminal;
  readonly remove: () => void;
};

export function scratchWorkspace(files: Readonly<Record<string, string>>, terminal: Terminal): ScratchWorkspace {
  const root = mkdtempSync(join(tmpdir(), 'caliban-tour-'));
  const directory = join(root, 'workspace');
  for (const [name, content] of Object.entries(files)) {
    const file = join(directory, name);
    makeDirectories(dirname(file));
    writeFileSync(file, content);
  }
  // Marks the top of the workspace, wherever the temporary directory is.
  mkdirSync(join(directory, '.git'));
  return {
    directory,
    terminal: { ...terminal, cwd: directory, home: join(root, 'home'), env: { ...terminal.env, ...ownPlaces(root) } },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function ownPlaces(root: string): Readonly<Record<string, string | undefined>> {
  return {
    XDG_CONFIG_HOME: join(root, 'config'),
    XDG_STATE_HOME: join(root, 'state'),
    XDG_CACHE_HOME: join(root, 'cache'),
    CALIBAN_AUTO_ALLOW: undefined,
    CALIBAN_DEFAULT_PERMISSION_MODE: undefined,
    CALIBAN_DISABLE_AUTO_MODE: undefined,
  };
}
