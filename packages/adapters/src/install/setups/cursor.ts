import { afterCommand, hookCommand } from '../hook-command.ts';
import { HOST_FILES } from '../host-files.ts';
import type { HookProgram, HostSetup } from '../host-setup.ts';
import { jsonSetup } from '../json-setup.ts';

/** The one for every tool, and the older ones: only these can ask, and not every version of Cursor has them all. */
export const cursorSetup: HostSetup = jsonSetup({
  name: 'cursor',
  file: HOST_FILES.cursor.hook,
  hooks: [
    { path: ['hooks', 'preToolUse'], item },
    { path: ['hooks', 'beforeShellExecution'], item },
    { path: ['hooks', 'beforeMCPExecution'], item },
    { path: ['hooks', 'beforeReadFile'], item },
  ],
  // Commands and MCP calls are asked about by an event without an id, which only these two answer.
  answers: ['postToolUse', 'postToolUseFailure', 'afterShellExecution', 'afterMCPExecution'].map((event) => ({
    path: ['hooks', event] as const,
    item: answerItem,
  })),
  besides: { version: 1 },
});

/** No timeout: accounts differ on whether it counts seconds or milliseconds, and failing is closed here anyway. */
function item(program: HookProgram): object {
  return { command: hookCommand(program, 'cursor'), failClosed: true };
}

function answerItem(program: HookProgram): object {
  return { command: afterCommand(program, 'cursor') };
}
