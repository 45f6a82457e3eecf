import { mcpToolName } from '@caliban/calls/describe';
import { fieldOf, textOf } from '../hosts/protocol/payload.ts';
import { mcpRefusal } from '../mcp/refusal.ts';
import { ToolHints } from '../mcp/tool-hints.ts';
import { checkCall, type Guard } from './check-call.ts';

/** The part of an MCP SDK client that we use. */
export type McpClient = {
  callTool(params: never, ...rest: never): Promise<unknown>;
  listTools(...given: never): Promise<unknown>;
  request(request: never, ...rest: never): Promise<unknown>;
};

/**
 * The same client, which sends a call only if the gate allows it as `mcp__server__tool`. A refusal is a tool result with
 * `isError`, like that of a failed tool. `server` is the name that rules use; the name that the server reports isn't trusted.
 */
export function guardMcpClient<Client extends McpClient>(
  guard: Guard,
  client: Client,
  { server }: { readonly server: string },
): Client {
  const hints = new ToolHints();
  const ways: Readonly<Record<keyof McpClient, (run: Send) => Send>> = {
    callTool:
      (run) =>
      (params, ...rest) =>
        allowed(params, rest, () => run(params, ...rest)),
    listTools:
      (run) =>
      async (...given) => {
        const result = await run(...given);
        hints.learn(result);
        return result;
      },
    request:
      (run) =>
      async (request, ...rest) => {
        const isCall = fieldOf(request, 'method') === 'tools/call';
        return isCall ? allowed(fieldOf(request, 'params'), rest, () => run(request, ...rest)) : run(request, ...rest);
      },
  };
  return new Proxy(client, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      const way = Object.hasOwn(ways, property) ? ways[property as keyof McpClient] : undefined;
      return way === undefined ? value : way((value as Send).bind(target));
    },
  });

  async function allowed(params: unknown, rest: readonly unknown[], send: () => Promise<unknown>): Promise<unknown> {
    const name = textOf(params, 'name');
    if (name === undefined) return mcpRefusal('the call could not be read: it has no name');
    const { calls = (tool, input) => [{ tool, input, access: hints.isReadOnly(name) ? 'read' : 'unknown' }] } = guard;
    const decision = await checkCall(
      { ...guard, calls },
      { tool: mcpToolName(server, name), input: fieldOf(params, 'arguments') ?? {}, signal: signalIn(rest) },
    );
    return decision.outcome === 'allow' ? send() : mcpRefusal(decision.message);
  }
}

type Send = (...given: readonly unknown[]) => Promise<unknown>;

/** The options come last, with or without a schema before them. */
function signalIn(rest: readonly unknown[]): AbortSignal | undefined {
  const signal = fieldOf(rest.at(-1), 'signal');
  return signal instanceof AbortSignal ? signal : undefined;
}
