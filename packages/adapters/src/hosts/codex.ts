import { resolve } from 'node:path';
import { ok } from '@caliban/gate/internal/types/result';
import type { HostAdapter, HostCall, HostOutcome, HostReply, HostRequest } from './host-adapter.ts';
import type { Calls } from './protocol/calls-request.ts';
import { type EventFamily, eventOf, readAnswerEvent, readEvent } from './protocol/event-payload.ts';
import { blocked, reasonText, SILENCE, sayJson, unasked } from './protocol/host-replies.ts';
import { makeAdapter } from './protocol/make-adapter.ts';
import { permissionRequestReply } from './protocol/permission-request.ts';
import { shellDialect } from './protocol/shell-dialect.ts';
import { agentTool } from './tools/agent-tool.ts';
import { textsIn } from './tools/fields.ts';
import { fileTool } from './tools/file-tool.ts';
import { patchTool } from './tools/patch-tool.ts';
import { patchingShell } from './tools/patching-shell.ts';
import { readCalls } from './tools/read-calls.ts';
import { shellTool } from './tools/shell-tool.ts';
import { named, type ReadTool, type ToolMap } from './tools/tool-map.ts';
import { typedTool } from './tools/typed-tool.ts';
import { webSearchTool } from './tools/web-tool.ts';

const COMMAND = ['command', 'cmd'];
const TYPED = ['chars', 'input'];
const shell = patchingShell(
  shellTool({ command: COMMAND, directory: ['workdir', 'working_directory'], shell: 'shell' }),
  COMMAND,
);
const typed = patchingShell(typedTool(TYPED), TYPED);

/** Without text it only waits for output of the program. */
const writeStdin: ReadTool = (input, hostTool) => {
  const { texts, odd } = textsIn(input, TYPED);
  return texts.length > 0 || odd ? typed(input, hostTool) : [{ tool: hostTool, input, access: 'read' }];
};

/** Hooks are told `Bash`, `apply_patch`, `spawn_agent` and MCP tools; the other names are those the model sees. */
const TOOLS: ToolMap = new Map<string, ReadTool>([
  ['Bash', shell],
  ['shell', shell],
  ['local_shell', shell],
  ['shell_command', shell],
  ['exec_command', shell],
  ['container.exec', shell],
  ['write_stdin', writeStdin],
  ['apply_patch', patchTool(['command', 'input', 'patch'])],
  ['spawn_agent', agentTool],
  ['view_image', fileTool('Read', { path: ['path'] })],
  ['web_search', webSearchTool],
  ['update_plan', named('TodoWrite')],
]);

const EVENTS: EventFamily = {
  judged: ['PreToolUse', 'PermissionRequest'],
  ignored: new Set([
    ...['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'PostToolUse', 'PreCompact', 'PostCompact'],
    ...['SubagentStart', 'SubagentStop', 'Stop', 'Interrupt'],
  ]),
  answers: new Map([['PostToolUse', 'ran']]),
  // Claude Code's names; `dontAsk` and `bypassPermissions` are two ways of never asking, and open nothing of ours.
  modes: new Map([
    ['plan', 'default'],
    ['acceptEdits', 'acceptEdits'],
  ]),
  calls: codexCalls,
};

export function codexCalls(tool: string, input: unknown): Calls {
  return readCalls(TOOLS, tool, input);
}

/**
 * Fields it does not know, an allow of PreToolUse and any ask make it ignore the whole reply and go on. So PreToolUse only
 * refuses, and PermissionRequest, which comes where Codex itself would ask, allows.
 */
export const codex: HostAdapter = makeAdapter({
  name: 'codex',
  canAsk: false,
  keepsEveryDigit: true,
  silence: SILENCE,
  shell: ({ loginShell }) => shellDialect(loginShell(), ['bash', 'zsh', 'sh']),
  read(payload) {
    const request = readEvent(payload, EVENTS);
    return request.ok ? ok(withChosenDirectory(request.value)) : request;
  },
  readAnswer: (payload) => readAnswerEvent(payload, EVENTS),
  reply(outcome, payload) {
    switch (eventOf(payload, EVENTS)) {
      case 'PreToolUse':
        return decided(outcome);
      case 'PermissionRequest':
        return permissionRequestReply(outcome);
      default:
        return blocked(outcome.message);
    }
  },
});

/** Its `cwd` is where the model wants the command to run. The project, whose rules are in force, is where it starts the hook. */
function withChosenDirectory(request: HostRequest): HostRequest {
  if (request.kind === 'nothing-to-judge' || request.cwd === undefined) return request;
  const {
    cwd: chosen,
    calls: [first, ...others],
    ...parts
  } = request;
  const there = (call: HostCall): HostCall => ({ ...call, cwd: resolve(chosen, call.cwd ?? '.') });
  return { ...parts, calls: [there(first), ...others.map(there)] };
}

function decided({ action, message }: HostOutcome): HostReply {
  if (action === 'allow') return SILENCE;
  return sayJson({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: action === 'ask' ? unasked(message) : reasonText(message),
    },
  });
}
