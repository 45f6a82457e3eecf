import type { Result } from '@caliban/calls';
import { fail, isRecord, ok } from '@caliban/calls/types';
import type { HostAdapter, HostAnswer, HostOutcome, HostReply, HostRequest } from '../host-adapter.ts';
import { type Calls, callsRequest } from '../protocol/calls-request.ts';
import { BLOCKED_EXIT, reasonText, sayJson, unasked } from '../protocol/host-replies.ts';
import { makeAdapter } from '../protocol/make-adapter.ts';
import { fieldOf, parsedInput, textOf } from '../protocol/payload.ts';
import { inItsRoot } from '../protocol/workspace-root.ts';
import { readCalls } from '../tools/read-calls.ts';
import { CURSOR_TOOLS, cursorMcpCall } from './tools.ts';

const IGNORED: ReadonlySet<string> = new Set([
  ...['sessionStart', 'sessionEnd', 'beforeSubmitPrompt', 'stop', 'preCompact', 'subagentStart', 'subagentStop'],
  ...['postToolUse', 'postToolUseFailure', 'afterShellExecution', 'afterMCPExecution', 'afterFileEdit'],
  ...['afterAgentResponse', 'afterAgentThought', 'afterTabFileEdit'],
]);

export const cursor: HostAdapter = makeAdapter({
  name: 'cursor',
  canAsk: true,
  // With `failClosed`, an empty reply would be a failure.
  silence: sayJson({}),
  read,
  readAnswer,
  reply({ action, message }, payload) {
    switch (fieldOf(payload, 'hook_event_name')) {
      case 'beforeShellExecution':
      case 'beforeMCPExecution':
        return permission(action, reasonText(message));
      case 'preToolUse':
        if (action === 'ask' && isAskedNext(payload)) return sayJson({});
        return permission(...unquestioned(action, message));
      case 'beforeReadFile':
      case 'beforeTabFileRead':
        return permission(...unquestioned(action, message));
      default:
        return {
          ...permission('deny', reasonText(message)),
          stderr: `${reasonText(message)}\n`,
          exitCode: BLOCKED_EXIT,
        };
    }
  },
});

/** `preToolUse` has no ask; for commands, an event that does follows. */
function isAskedNext(payload: unknown): boolean {
  return textOf(payload, 'tool_name') === 'Shell';
}

function unquestioned(action: HostOutcome['action'], message: string): ['allow' | 'deny', string] {
  return action === 'ask' ? ['deny', unasked(message)] : [action, reasonText(message)];
}

/** Version 1.7 read the messages in camel case. */
function permission(action: HostOutcome['action'], message: string): HostReply {
  if (action === 'allow') return sayJson({ permission: 'allow' });
  return sayJson({
    permission: action,
    user_message: message,
    agent_message: message,
    userMessage: message,
    agentMessage: message,
  });
}

function read(payload: unknown): Result<HostRequest, string> {
  const event = fieldOf(payload, 'hook_event_name');
  if (typeof event === 'string' && IGNORED.has(event)) return ok({ kind: 'nothing-to-judge' });
  const read = readPayload(event, payload);
  if (!read.ok) return read;
  const rooted = inItsRoot(read.value, workspaceRoots(payload));
  if (!rooted.ok) return rooted;
  const { calls, root } = rooted.value;
  return ok(
    callsRequest({
      calls,
      cwd: root ?? textOf(payload, 'cwd'),
      sessionId: textOf(payload, 'conversation_id'),
      toolUseId: textOf(payload, 'tool_use_id'),
      agent: textOf(payload, 'subagent_id'),
      canAsk: knowsNoQuestion(event, payload) ? false : undefined,
    }),
  );
}

/** Each event after a call has the same fields as the event before it. */
const BEFORE: ReadonlyMap<string, string> = new Map([
  ['postToolUse', 'preToolUse'],
  ['postToolUseFailure', 'preToolUse'],
  ['afterShellExecution', 'beforeShellExecution'],
  ['afterMCPExecution', 'beforeMCPExecution'],
]);

function readAnswer(payload: unknown): HostAnswer | null {
  const event = textOf(payload, 'hook_event_name') ?? '';
  if (event === 'afterFileEdit')
    return answerAbout(payload, [...readCalls(CURSOR_TOOLS, 'Write', ownFields(payload, ['file_path']))]);
  const before = BEFORE.get(event);
  const calls = before === undefined ? null : readPayload(before, payload);
  return calls?.ok === true ? answerAbout(payload, calls.value) : null;
}

function answerAbout(payload: unknown, calls: HostAnswer['calls']): HostAnswer {
  const failed = fieldOf(payload, 'hook_event_name') === 'postToolUseFailure';
  const refused = failed && textOf(payload, 'failure_type') === 'permission_denied';
  return {
    event: refused ? 'refused' : failed ? 'failed' : 'ran',
    calls,
    cwd: workspaceRoots(payload)[0] ?? textOf(payload, 'cwd'),
    sessionId: textOf(payload, 'conversation_id'),
    toolUseId: textOf(payload, 'tool_use_id'),
  };
}

function knowsNoQuestion(event: unknown, payload: unknown): boolean {
  if (event === 'preToolUse') return !isAskedNext(payload);
  return event === 'beforeReadFile' || event === 'beforeTabFileRead';
}

function readPayload(event: unknown, payload: unknown): Result<Calls, string> {
  const tool = textOf(payload, 'tool_name');
  switch (event) {
    case 'beforeShellExecution':
      return ok(readCalls(CURSOR_TOOLS, 'Shell', ownFields(payload, ['command', 'cwd'])));
    case 'beforeReadFile':
    case 'beforeTabFileRead':
      return ok(readCalls(CURSOR_TOOLS, 'Read', ownFields(payload, ['file_path'])));
    case 'beforeMCPExecution':
      if (tool === undefined) return fail('the payload names no tool');
      return ok([cursorMcpCall(tool, parsedInput(fieldOf(payload, 'tool_input')), payload)]);
    case 'preToolUse': {
      if (tool === undefined) return fail('the payload names no tool');
      const input = parsedInput(fieldOf(payload, 'tool_input'));
      if (tool.startsWith('MCP:')) return ok([cursorMcpCall(tool, input, payload)]);
      return ok(readCalls(CURSOR_TOOLS, tool, tool === 'Shell' ? inItsDirectory(input, payload) : input));
    }
    default:
      return fail('the payload names no event that asks for permission');
  }
}

/** These events have the fields of the call among all others. */
function ownFields(payload: unknown, names: readonly string[]): object {
  return isRecord(payload) ? Object.fromEntries(Object.entries(payload).filter(([name]) => names.includes(name))) : {};
}

/** A command without a directory runs where the event says. */
function inItsDirectory(input: unknown, payload: unknown): unknown {
  const cwd = textOf(payload, 'cwd');
  const isNamed = textOf(input, 'cwd') !== undefined || textOf(input, 'working_directory') !== undefined;
  return cwd === undefined || isNamed || !isRecord(input) ? input : { ...input, cwd };
}

/** The `cwd` field may be missing, empty, or the directory the model has changed to. */
function workspaceRoots(payload: unknown): readonly string[] {
  const roots = fieldOf(payload, 'workspace_roots');
  return (Array.isArray(roots) ? (roots as readonly unknown[]) : []).filter(
    (root): root is string => typeof root === 'string' && root !== '',
  );
}
