import type { HostSetup } from '../setup/host-setup.ts';
import { jsonSetup } from '../setup/json-setup.ts';
import { CURSOR } from './host.ts';

/** The event for every tool, and the older ones: only these can ask, and not every version of Cursor has them all. */
export const cursorSetup: HostSetup = jsonSetup({
  host: CURSOR,
  hooks: ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'],
  // Commands and MCP calls are asked about by an event without an id, which only the last two answer.
  answers: ['postToolUse', 'postToolUseFailure', 'afterShellExecution', 'afterMCPExecution'],
  // No timeout: accounts differ on whether it is in seconds or milliseconds, and Cursor fails closed here anyway.
  item: ({ command }) => ({ command, failClosed: true }),
  answerItem: ({ command }) => ({ command }),
  besides: { version: 1 },
});
