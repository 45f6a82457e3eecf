import { mcpToolName } from '@caliban/calls/describe';
import type { HostAdapter } from '../host-adapter.ts';
import type { Calls } from '../protocol/calls-request.ts';
import { type EventFamily, eventOf, readAnswerEvent, readEvent } from '../protocol/event-payload.ts';
import { blocked, reasonText, SILENCE, sayJson, unasked } from '../protocol/host-replies.ts';
import { makeAdapter } from '../protocol/make-adapter.ts';
import { fieldOf, textOf } from '../protocol/payload.ts';
import { everyMcpReading } from '../tools/every-mcp-reading.ts';
import { readCalls } from '../tools/read-calls.ts';
import { GEMINI_TOOLS } from './tools.ts';

const EVENTS: EventFamily = {
  judged: ['BeforeTool'],
  ignored: new Set([
    ...['AfterTool', 'BeforeAgent', 'AfterAgent', 'BeforeModel', 'AfterModel', 'BeforeToolSelection'],
    ...['SessionStart', 'SessionEnd', 'PreCompress', 'Notification'],
  ]),
  answers: new Map([['AfterTool', 'ran']]),
  modes: new Map(),
  calls: geminiCalls,
};

/**
 * After our allow, Gemini CLI's own policy still decides. We never reply with an ask: the documentation and older versions don't
 * have it, and newer versions would lower a deny of that policy to a question.
 */
export const geminiCli: HostAdapter = makeAdapter({
  name: 'gemini-cli',
  canAsk: false,
  silence: SILENCE,
  shell: () => 'bash',
  read: (payload) => readEvent(payload, EVENTS),
  readAnswer(payload) {
    const answer = readAnswerEvent(payload, EVENTS);
    const error = fieldOf(fieldOf(payload, 'tool_response'), 'error');
    return answer === null || error === undefined || error === null ? answer : { ...answer, event: 'failed' };
  },
  readPast: ({ tool, input }) => geminiCalls(tool, input),
  reply({ action, message }, payload) {
    if (eventOf(payload, EVENTS) !== 'BeforeTool') return blocked(message);
    switch (action) {
      case 'allow':
        return sayJson({ decision: 'allow' });
      case 'ask':
        return sayJson({ decision: 'deny', reason: unasked(message) });
      case 'deny':
        return sayJson({ decision: 'deny', reason: reasonText(message) });
    }
  },
});

/** `mcp_server_tool` doesn't show where the server's name ends; the context in the payload does. */
function geminiCalls(tool: string, input: unknown, payload?: unknown): Calls {
  const context = fieldOf(payload, 'mcp_context');
  const server = textOf(context, 'server_name');
  const ownName = textOf(context, 'tool_name');
  if (server !== undefined && ownName !== undefined) return [{ tool: mcpToolName(server, ownName), input }];
  const joined = /^mcp_(?!_)(.+)$/s.exec(tool)?.[1];
  const [first, ...others] = joined === undefined ? [] : everyMcpReading(joined, '_', input);
  return first === undefined ? readCalls(GEMINI_TOOLS, tool, input) : [first, ...others];
}
