import { resolve } from 'node:path';
import { ok } from '@caliban/calls/types';
import type { HostAdapter, HostCall, HostOutcome, HostReply, HostRequest } from '../host-adapter.ts';
import { type EventFamily, eventOf, readAnswerEvent, readEvent } from '../protocol/event-payload.ts';
import { blocked, permissionRequestReply, reasonText, SILENCE, sayJson, unasked } from '../protocol/host-replies.ts';
import { makeAdapter } from '../protocol/make-adapter.ts';
import { shellDialect } from '../protocol/shell-dialect.ts';
import { readCalls } from '../tools/read-calls.ts';
import { CODEX_TOOLS } from './tools.ts';

const EVENTS: EventFamily = {
  judged: ['PreToolUse', 'PermissionRequest'],
  ignored: new Set([
    ...['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'PostToolUse', 'PreCompact', 'PostCompact'],
    ...['SubagentStart', 'SubagentStop', 'Stop', 'Interrupt'],
  ]),
  answers: new Map([['PostToolUse', 'ran']]),
  // Claude Code's names. `dontAsk` and `bypassPermissions` are two ways of never asking; they don't loosen our rules.
  modes: new Map([
    ['plan', 'default'],
    ['acceptEdits', 'acceptEdits'],
  ]),
  calls: (tool, input) => readCalls(CODEX_TOOLS, tool, input),
};

/**
 * If the reply has unknown fields, an allow for PreToolUse or any ask, Codex ignores the whole reply and runs the call. So we
 * only refuse in PreToolUse, and allow in PermissionRequest, which comes when Codex itself would ask.
 */
export const codex: HostAdapter = makeAdapter({
  name: 'codex',
  canAsk: false,
  announcesTwice: true,
  keepsEveryDigit: true,
  silence: SILENCE,
  shell: ({ loginShell }) => shellDialect(loginShell(), ['bash', 'zsh', 'sh']),
  read(payload) {
    const request = readEvent(payload, EVENTS);
    return request.ok ? ok(withChosenDirectory(request.value)) : request;
  },
  readAnswer: (payload) => readAnswerEvent(payload, EVENTS),
  readPast: ({ tool, input }) => readCalls(CODEX_TOOLS, tool, input),
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

/**
 * Codex's `cwd` is where the model wants the command to run. The project whose rules apply is the directory in which Codex starts
 * the hook.
 */
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
