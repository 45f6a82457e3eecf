import { isRecord } from '@caliban/calls/types';
import { Server } from '@modelcontextprotocol/server';
import { fieldOf, textOf } from '../hosts/protocol/payload.ts';
import type { Guard } from '../sdks/check-call.ts';
import { canUseTool, type PermissionResult } from '../sdks/claude-agent-sdk.ts';

/** The part after `mcp__caliban__` in Claude Code's `--permission-prompt-tool`. */
export const PROMPT_TOOL = 'approve';

/** A server with the single tool that `claude -p` calls about a call for which it would have to ask its user. */
export function permissionPromptServer(guard: Guard, { version }: { readonly version: string }): Server {
  const server = new Server({ name: 'caliban', version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: [TOOL] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const answer = params.name === PROMPT_TOOL ? await decide(guard, params.arguments, signal) : UNKNOWN_TOOL;
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
  });
  return server;
}

const TOOL = {
  name: PROMPT_TOOL,
  description: "Judges a tool call by caliban's rules; for --permission-prompt-tool of Claude Code, not for models.",
  inputSchema: {
    type: 'object' as const,
    properties: {
      tool_name: { type: 'string' },
      input: { type: 'object' },
      tool_use_id: { type: 'string' },
    },
    required: ['tool_name', 'input'],
  },
};

const UNKNOWN_TOOL: PermissionResult = { behavior: 'deny', message: `the only tool here is ${PROMPT_TOOL}` };

async function decide(guard: Guard, request: unknown, signal: AbortSignal): Promise<PermissionResult> {
  const tool = textOf(request, 'tool_name');
  const input = fieldOf(request, 'input');
  if (tool === undefined || !isRecord(input)) {
    return { behavior: 'deny', message: 'the call could not be read: it needs tool_name and input' };
  }
  const toolUseID = textOf(request, 'tool_use_id');
  return canUseTool(guard)(tool, { ...input }, { signal, ...(toolUseID === undefined ? {} : { toolUseID }) });
}
