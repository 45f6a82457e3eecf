import type { SessionState } from '@caliban/agent';
import { createProcessGroups } from '@caliban/agent/tools';
import { absolutePath } from '@caliban/calls';
import type { Terminal } from '../process/terminal.ts';
import type { StartUp } from './start-up.ts';

/** The initial state that the tools of a session share. */
export function sessionState(start: StartUp, { cwd, env }: Terminal, { launcher, rehearsals }: Starters): SessionState {
  const { locations } = start;
  return {
    workspace: absolutePath(locations.workspace),
    cwd: absolutePath(cwd),
    maxOutputChars: maxOutput(start),
    env,
    todos: [],
    seenFiles: new Map(),
    processes: createProcessGroups(),
    launcher,
    rehearsals,
  };
}

/** How commands are started, and commands that have already been rehearsed. */
export type Starters = Required<Pick<SessionState, 'launcher' | 'rehearsals'>>;

export function maxOutput({ files }: Pick<StartUp, 'files'>): number {
  return files.agent.maxOutputChars?.value ?? MAX_OUTPUT_CHARS;
}

const MAX_OUTPUT_CHARS = 30_000;
