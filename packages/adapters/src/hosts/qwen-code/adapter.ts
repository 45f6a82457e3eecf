import type { HostAdapter } from '../host-adapter.ts';
import { type EventFamily, eventOf, readAnswerEvent, readEvent } from '../protocol/event-payload.ts';
import { blocked, reasonText, SILENCE, sayJson } from '../protocol/host-replies.ts';
import { makeAdapter } from '../protocol/make-adapter.ts';
import { readCalls } from '../tools/read-calls.ts';
import { QWEN_TOOLS } from './tools.ts';

const EVENTS: EventFamily = {
  judged: ['PreToolUse'],
  ignored: new Set([
    ...['PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'SessionStart', 'SessionEnd', 'Stop', 'StopFailure'],
    ...['SubagentStart', 'SubagentStop', 'PreCompact', 'PostCompact', 'Notification'],
  ]),
  answers: new Map([
    ['PostToolUse', 'ran'],
    ['PostToolUseFailure', 'failed'],
  ]),
  // Its `yolo` doesn't loosen our rules.
  modes: new Map([
    ['plan', 'default'],
    ['auto_edit', 'acceptEdits'],
    ['auto-edit', 'acceptEdits'],
  ]),
  calls: (tool, input) => readCalls(QWEN_TOOLS, tool, input),
};

/** Decision and reason are both required. If it can't ask anyone, it treats an ask as a deny. */
export const qwenCode: HostAdapter = makeAdapter({
  name: 'qwen-code',
  canAsk: true,
  silence: SILENCE,
  shell: () => 'bash',
  read: (payload) => readEvent(payload, EVENTS),
  readAnswer: (payload) => readAnswerEvent(payload, EVENTS),
  reply({ action, message }, payload) {
    if (eventOf(payload, EVENTS) !== 'PreToolUse') return blocked(message);
    const reason = action === 'allow' && message.trim() === '' ? 'allowed by caliban' : reasonText(message);
    return sayJson({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: action,
        permissionDecisionReason: reason,
      },
    });
  },
});
