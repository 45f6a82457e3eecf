import { mcpToolName } from '@caliban/calls/describe';
import { fieldOf } from '../hosts/protocol/payload.ts';
import { type McpRefusal, mcpRefusal } from '../mcp/refusal.ts';
import { checkCall, type Guard } from './check-call.ts';

/** Rules name it `mcp__server__tool`. */
export type McpToolName = { readonly server: string; readonly tool: string };

/** A handler for `registerTool` of the MCP SDK, run only if the gate allows it. A refusal is a tool result with `isError`. */
export function guardMcpHandler<Given extends readonly unknown[], Result>(
  guard: Guard,
  { server, tool }: McpToolName,
  run: (...given: Given) => Result | PromiseLike<Result>,
): (...given: Given) => Promise<Result | McpRefusal> {
  return async (...given) => {
    // A tool without an input schema only gets the context.
    const [input, context] = given.length > 1 ? given : [{}, given[0]];
    const request = fieldOf(context, 'mcpReq');
    const id = fieldOf(request, 'id');
    const signal = fieldOf(request, 'signal');
    const decision = await checkCall(guard, {
      tool: mcpToolName(server, tool),
      input,
      ...(id === undefined ? {} : { toolUseId: String(id) }),
      ...(signal instanceof AbortSignal ? { signal } : {}),
    });
    return decision.outcome === 'allow' ? await run(...given) : mcpRefusal(decision.message);
  };
}
