import { mcpTool } from '../tools/mcp-tool.ts';
import type { Tool } from '../tools/tool.ts';
import { McpConnection, type McpContext } from './mcp-connection.ts';
import type { McpServerSettings, McpStatus } from './server-settings.ts';

/** The MCP servers of a session. */
export interface McpServers {
  /** Their current tools. */
  tools(): readonly Tool[];
  status(): readonly { readonly name: string; readonly status: McpStatus }[];
  /** Ends the local servers. */
  close(): Promise<void>;
}

/** Connects to all at once; a server that fails doesn't delay the others beyond its own timeout. */
export async function connectMcpServers(
  settings: Readonly<Record<string, McpServerSettings>>,
  around: McpContext,
): Promise<McpServers> {
  const connections = await Promise.all(
    Object.entries(settings).map(([name, server]) => McpConnection.open(name, server, around)),
  );
  return {
    tools: () =>
      withoutDoubles(connections.flatMap((connection) => connection.tools.map((tool) => mcpTool(tool, connection)))),
    status: () => connections.map(({ name, status }) => ({ name, status })),
    close: async () => {
      await Promise.allSettled(connections.map((connection) => connection.close()));
    },
  };
}

/** Two names may map to the same one; the first keeps it. */
function withoutDoubles(tools: readonly Tool[]): readonly Tool[] {
  return [...new Map([...tools].reverse().map((tool) => [tool.name, tool])).values()].reverse();
}
