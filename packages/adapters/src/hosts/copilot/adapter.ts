import type { Result } from '@caliban/calls';
import { ok } from '@caliban/calls/types';
import type { HostAdapter, HostAnswer, HostRequest } from '../host-adapter.ts';
import { callsRequest } from '../protocol/calls-request.ts';
import { type EventFamily, eventOf, readAnswerEvent, readEvent } from '../protocol/event-payload.ts';
import { blocked, reasonText, SILENCE, sayJson } from '../protocol/host-replies.ts';
import { makeAdapter } from '../protocol/make-adapter.ts';
import { fieldOf, textOf, toolNameIn } from '../protocol/payload.ts';
import { copilotCalls } from './tools.ts';

/** The payload format if the event is configured as `PreToolUse`. */
const EVENTS: EventFamily = {
  judged: ['PreToolUse'],
  ignored: new Set([
    ...['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'Stop', 'SubagentStop'],
    ...['ErrorOccurred', 'PreCompact', 'Notification'],
  ]),
  answers: new Map([
    ['PostToolUse', 'ran'],
    ['PostToolUseFailure', 'failed'],
  ]),
  modes: new Map(),
  calls: copilotCalls,
};

export const copilot: HostAdapter = makeAdapter({
  name: 'copilot',
  canAsk: true,
  silence: SILENCE,
  shell: () => 'bash',
  read: (payload) => (isOwnShape(payload) ? readOwnShape(payload) : readEvent(payload, EVENTS)),
  readAnswer: (payload) => (isOwnShape(payload) ? readOwnAnswer(payload) : readAnswerEvent(payload, EVENTS)),
  /** Without a user to ask, as in the cloud, Copilot treats an ask as a deny. Any exit code but 0 denies. */
  reply({ action, message }, payload) {
    if (!isOwnShape(payload) && eventOf(payload, EVENTS) !== 'PreToolUse') return blocked(message);
    if (action === 'allow') return sayJson({ permissionDecision: 'allow' });
    return sayJson({ permissionDecision: action, permissionDecisionReason: reasonText(message) });
  },
});

/** The payload of `preToolUse` has no event name. */
function isOwnShape(payload: unknown): boolean {
  return fieldOf(payload, 'hook_event_name') === undefined && textOf(payload, 'toolName') !== undefined;
}

function readOwnShape(payload: unknown): Result<HostRequest, string> {
  const tool = toolNameIn(payload, 'toolName');
  if (!tool.ok) return tool;
  return ok(
    callsRequest({
      calls: copilotCalls(tool.value, fieldOf(payload, 'toolArgs')),
      cwd: textOf(payload, 'cwd'),
      sessionId: textOf(payload, 'sessionId'),
      toolUseId: textOf(payload, 'toolCallId'),
      agent: textOf(payload, 'agentId'),
    }),
  );
}

/** `postToolUse` and `postToolUseFailure` differ in their fields. */
function readOwnAnswer(payload: unknown): HostAnswer | null {
  const request = readOwnShape(payload);
  if (!request.ok || request.value.kind !== 'calls') return null;
  const { calls, cwd, sessionId, toolUseId } = request.value;
  return { event: resultOf(payload), calls, cwd, sessionId, toolUseId };
}

function resultOf(payload: unknown): HostAnswer['event'] {
  if (fieldOf(payload, 'error') !== undefined) return 'failed';
  switch (textOf(fieldOf(payload, 'toolResult'), 'resultType')) {
    case 'failure':
      return 'failed';
    case 'denied':
    case 'rejected':
      return 'refused';
    default:
      return 'ran';
  }
}
