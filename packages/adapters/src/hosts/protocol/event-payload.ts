import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { PermissionMode } from '@caliban/gate';
import type { HostAnswer, HostRequest } from '../host-adapter.ts';
import { type Calls, callsRequest } from './calls-request.ts';
import { fieldOf, textOf, toolNameIn } from './payload.ts';

/** The payload format of hosts that name the event: `hook_event_name`, `tool_name`, `tool_input`, `cwd`, `session_id` … */
export type EventFamily = {
  /** Events that ask for permission; a payload with a tool but without an event is treated as the first. */
  readonly judged: readonly [string, ...string[]];
  /** Events known not to ask for permission. An event in neither list is refused: a newer version may use it to ask. */
  readonly ignored: ReadonlySet<string>;
  /** The ignored events that come after a call, and the outcome each reports. */
  readonly answers: ReadonlyMap<string, HostAnswer['event']>;
  /** The host's modes that mean the same as ours. */
  readonly modes: ReadonlyMap<string, PermissionMode>;
  readonly calls: (tool: string, input: unknown, payload: unknown) => Calls;
};

export function readEvent(payload: unknown, family: EventFamily): Result<HostRequest, string> {
  const event = eventOf(payload, family);
  if (event === undefined) return fail('the payload names no event that asks for permission');
  if (family.ignored.has(event)) return ok({ kind: 'nothing-to-judge' });
  const tool = toolNameIn(payload, 'tool_name');
  if (!tool.ok) return tool;
  return ok(
    callsRequest({
      calls: family.calls(tool.value, fieldOf(payload, 'tool_input'), payload),
      cwd: textOf(payload, 'cwd'),
      sessionId: textOf(payload, 'session_id'),
      toolUseId: textOf(payload, 'tool_use_id') ?? textOf(payload, 'tool_call_id'),
      agent: textOf(payload, 'agent_id') ?? textOf(payload, 'agent_type'),
      mode: family.modes.get(textOf(payload, 'permission_mode') ?? ''),
      // It follows the event before the tool.
      isRepeated: event === 'PermissionRequest' ? true : undefined,
    }),
  );
}

/** Reads an event whose name says what happened to a call. */
export function readAnswerEvent(payload: unknown, family: EventFamily): HostAnswer | null {
  const event = family.answers.get(textOf(payload, 'hook_event_name') ?? '');
  const tool = textOf(payload, 'tool_name');
  if (event === undefined || tool === undefined) return null;
  return {
    event,
    calls: family.calls(tool, fieldOf(payload, 'tool_input'), payload),
    cwd: textOf(payload, 'cwd'),
    sessionId: textOf(payload, 'session_id'),
    toolUseId: textOf(payload, 'tool_use_id') ?? textOf(payload, 'tool_call_id'),
  };
}

/** Undefined if it isn't an event of the host. */
export function eventOf(payload: unknown, { judged, ignored }: EventFamily): string | undefined {
  const event = fieldOf(payload, 'hook_event_name');
  if (event === undefined && textOf(payload, 'tool_name') !== undefined) return judged[0];
  return typeof event === 'string' && (judged.includes(event) || ignored.has(event)) ? event : undefined;
}
