import { fail, ok } from '@caliban/calls/types';
import type { HostAdapter, HostReply } from '../host-adapter.ts';
import { callsRequest } from '../protocol/calls-request.ts';
import { BLOCKED_EXIT, reasonText, sayJson, unasked } from '../protocol/host-replies.ts';
import { makeAdapter } from '../protocol/make-adapter.ts';
import { fieldOf, textOf } from '../protocol/payload.ts';
import { shellDialect } from '../protocol/shell-dialect.ts';
import { opencodeCalls } from './tools.ts';

/**
 * opencode has no hook commands: the plugin that `caliban install` writes sends `tool`, `args`, `directory`, `sessionID`,
 * `callID` and the names of the MCP `servers`, and throws unless the reply is an allow.
 */
export const opencode: HostAdapter = makeAdapter({
  name: 'opencode',
  canAsk: false,
  // The plugin continues only after an allow. That approves nothing by itself: opencode's own permissions are checked next in any
  // case.
  silence: sayJson({ action: 'allow' }),
  shell: ({ env }) => shellDialect(env.SHELL, ['bash', 'zsh', 'sh', 'dash']),
  read(payload) {
    const tool = textOf(payload, 'tool');
    if (tool === undefined) return fail('the payload names no tool');
    return ok(
      callsRequest({
        calls: opencodeCalls(tool, fieldOf(payload, 'args'), serversOf(payload)),
        cwd: textOf(payload, 'directory'),
        sessionId: textOf(payload, 'sessionID'),
        toolUseId: textOf(payload, 'callID'),
      }),
    );
  },
  /** Its event after a call comes only if the call succeeded. */
  readAnswer(payload) {
    const tool = textOf(payload, 'tool');
    if (tool === undefined) return null;
    return {
      event: 'ran',
      calls: opencodeCalls(tool, fieldOf(payload, 'args'), serversOf(payload)),
      cwd: textOf(payload, 'directory'),
      sessionId: textOf(payload, 'sessionID'),
      toolUseId: textOf(payload, 'callID'),
    };
  },
  // A history doesn't say which names are MCP servers.
  readPast: ({ tool, input }) => opencodeCalls(tool, input, []),
  reply({ action, message }, payload) {
    if (textOf(payload, 'tool') === undefined) return { ...refusal(message), exitCode: BLOCKED_EXIT };
    switch (action) {
      case 'allow':
        return sayJson({ action: 'allow' });
      case 'ask':
        return refusal(unasked(message));
      case 'deny':
        return refusal(message);
    }
  },
});

function refusal(message: string): HostReply {
  return sayJson({ action: 'deny', message: reasonText(message) });
}

function serversOf(payload: unknown): readonly string[] {
  const servers = fieldOf(payload, 'servers');
  return Array.isArray(servers) ? servers.filter((server): server is string => typeof server === 'string') : [];
}
