import type { HostSetup } from '../setup/host-setup.ts';
import { jsonSetup } from '../setup/json-setup.ts';
import { CURSOR } from './host.ts';

/** The event for every tool, and the older ones: only these can ask, and not every version of Cursor has all of them. */
export const cursorSetup: HostSetup = jsonSetup({
  host: CURSOR,
  hooks: ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'],
  // Commands and MCP calls are announced by an event without an id, and only the last two events answer it.
  answers: ['postToolUse', 'postToolUseFailure', 'afterShellExecution', 'afterMCPExecution'],
  // No timeout: sources disagree on whether it is in seconds or milliseconds, and Cursor fails closed here anyway.
  item: ({ command }) => ({ command, failClosed: true }),
  answerItem: ({ command }) => ({ command }),
  besides: { version: 1 },
});
