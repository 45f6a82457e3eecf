import { createProcessGroups } from '@caliban/agent/internal/tools/process-groups';
import type { SessionState } from '@caliban/agent/internal/tools/tool';
import { absolutePath } from '@caliban/gate/internal/text/path';
import type { Terminal } from '../process/terminal.ts';
import type { StartUp } from './start-up.ts';

/** What the tools of a session share, as it begins. */
export function sessionState({ files, locations }: StartUp, { cwd, env }: Terminal): SessionState {
  return {
    workspace: absolutePath(locations.workspace),
    cwd: absolutePath(cwd),
    maxOutputChars: files.agent.maxOutputChars?.value ?? MOST_OUTPUT_CHARS,
    env,
    todos: [],
    seenFiles: new Map(),
    processes: createProcessGroups(),
  };
}

const MOST_OUTPUT_CHARS = 30_000;
