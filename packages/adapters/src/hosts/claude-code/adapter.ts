import { copilotCalls } from '../copilot/tools.ts';
import type { HostAdapter, HostOutcome, HostReply } from '../host-adapter.ts';
import { type EventFamily, eventOf, readAnswerEvent, readEvent } from '../protocol/event-payload.ts';
import { blocked, permissionRequestReply, reasonText, SILENCE, sayJson } from '../protocol/host-replies.ts';
import { makeAdapter } from '../protocol/make-adapter.ts';
import { fieldOf } from '../protocol/payload.ts';
import { shellDialect } from '../protocol/shell-dialect.ts';
import { readCalls } from '../tools/read-calls.ts';
import type { ToolMap } from '../tools/tool-map.ts';
import { CLAUDE_CODE_PARKING } from './parking.ts';
import { CLAUDE_CODE_DIALOG_TOOLS, CLAUDE_CODE_TOOLS } from './tools.ts';

const EVENTS: EventFamily = {
  judged: ['PreToolUse', 'PermissionRequest'],
  ignored: new Set([
    ...['SessionStart', 'SessionEnd', 'Setup', 'InstructionsLoaded', 'UserPromptSubmit', 'UserPromptExpansion'],
    ...['PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'PermissionDenied', 'Notification', 'ConfigChange'],
    ...['SubagentStart', 'SubagentStop', 'Stop', 'StopFailure', 'PreCompact', 'PostCompact', 'TeammateIdle'],
    ...['TaskCreated', 'TaskCompleted', 'CwdChanged', 'FileChanged', 'WorktreeCreate', 'WorktreeRemove'],
  ]),
  answers: new Map([
    ['PostToolUse', 'ran'],
    ['PostToolUseFailure', 'failed'],
    ['PermissionDenied', 'refused'],
  ]),
  // In `default` our own `default_mode` applies; in `plan`, the host's own rules and ours as written. Its `dontAsk` refuses
  // whatever would be asked about, while our mode of that name allows it; so it maps to `default`: we ask, and it refuses. `auto`
  // and `bypassPermissions` don't loosen our rules.
  modes: new Map([
    ['plan', 'default'],
    ['acceptEdits', 'acceptEdits'],
    ['dontAsk', 'default'],
  ]),
  calls: (tool, input, payload) =>
    isFromCopilot(payload) ? copilotCalls(tool, input) : readCalls(toolsIn(payload), tool, input),
};

/** An allow in reply to PreToolUse doesn't dismiss the dialog about the plan. */
function toolsIn(payload: unknown): ToolMap {
  return fieldOf(payload, 'hook_event_name') === 'PermissionRequest' ? CLAUDE_CODE_DIALOG_TOOLS : CLAUDE_CODE_TOOLS;
}

export const claudeCode: HostAdapter = makeAdapter({
  name: 'claude-code',
  canAsk: true,
  announcesTwice: true,
  // In `claude -p`, anything it would have to ask about is refused.
  isUnattended: ({ CLAUDE_CODE_ENTRYPOINT: entrypoint }) => entrypoint === 'sdk-cli',
  parking: CLAUDE_CODE_PARKING,
  silence: SILENCE,
  // The user's shell, if it is one of these two.
  shell: ({ env }) => shellDialect(env.CLAUDE_CODE_SHELL || env.SHELL, ['bash', 'zsh']),
  read: (payload) => readEvent(payload, EVENTS),
  readAnswer: (payload) => readAnswerEvent(payload, EVENTS),
  readPast: ({ tool, input }) => readCalls(CLAUDE_CODE_TOOLS, tool, input),
  reply(outcome, payload) {
    switch (eventOf(payload, EVENTS)) {
      case 'PreToolUse':
        return decided(outcome, payload);
      case 'PermissionRequest':
        return permissionRequestReply(outcome);
      default:
        // Older versions didn't block on JSON together with exit code 2, so we print nothing else.
        return blocked(outcome.message);
    }
  },
});

/** An explicit allow skips the host's prompt; the host's own deny and ask rules still apply. */
function decided({ action, message }: HostOutcome, payload: unknown): HostReply {
  const decision = {
    permissionDecision: action,
    ...(action === 'allow' ? {} : { permissionDecisionReason: reasonText(message) }),
  };
  return sayJson({
    hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision },
    ...(isFromCopilot(payload) ? decision : {}),
  });
}

/** Copilot runs the hooks of `.claude/settings.json` too, with its own tools, and looks for the decision at the top. */
function isFromCopilot(payload: unknown): boolean {
  return fieldOf(payload, 'timestamp') !== undefined && fieldOf(payload, 'transcript_path') === undefined;
}
