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
  // Claude Code's names; `dontAsk` and `bypassPermissions` are two ways of never asking, and open nothing of ours.
  modes: new Map([
    ['plan', 'default'],
    ['acceptEdits', 'acceptEdits'],
  ]),
  calls: (tool, input) => readCalls(CODEX_TOOLS, tool, input),
};

/**
 * Fields it does not know, an allow of PreToolUse and any ask make it ignore the whole reply and go on. So PreToolUse only
 * refuses, and PermissionRequest, which comes where Codex itself would ask, allows.
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
