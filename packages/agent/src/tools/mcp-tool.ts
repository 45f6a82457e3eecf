import type { Result, ToolCall } from '@caliban/calls';
import { mcpToolName } from '@caliban/calls/describe';
import { cutMiddle, errorText } from '@caliban/calls/text';
import { fail, isRecord, ok } from '@caliban/calls/types';
import type { CallToolResult, ContentBlock, Tool as ServerTool } from '@modelcontextprotocol/client';
import type { McpConnection } from '../mcp/mcp-connection.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { Tool, ToolContext, ToolOutput } from './tool.ts';

/** A tool of an MCP server. It is treated as read-only if its server says so. */
export function mcpTool(tool: ServerTool, server: Pick<McpConnection, 'name' | 'call'>): Tool {
  return {
    name: mcpToolName(server.name, tool.name),
    description: describe(tool, server.name),
    inputSchema: tool.inputSchema,
    access: tool.annotations?.readOnlyHint === true ? 'read' : 'unknown',
    parse,
    run,
  };

  async function run(call: ToolCall, { signal, progress }: ToolContext): Promise<ToolOutput> {
    try {
      const input = structuredClone(call.input) as Record<string, unknown>;
      return outputOf(await server.call(tool.name, input, { signal, progress }));
    } catch (error) {
      signal.throwIfAborted();
      return { text: errorText(error), isError: true };
    }
  }
}

/** A server may describe its tools freely, but not fill the model's context with it. */
function describe({ name, title, description }: ServerTool, server: string): string {
  const said = description ?? title ?? '';
  return said.trim() === '' ? `${name} of the MCP server ${server}` : cutMiddle(said, MAX_DESCRIPTION_LENGTH).text;
}

const MAX_DESCRIPTION_LENGTH = 4_000;

/** The server validates the fields. */
function parse(input: unknown): Result<Readonly<Record<string, unknown>>, string> {
  return isRecord(input) ? ok(deepFreeze(input)) : fail('expected an object');
}

function outputOf({ content, structuredContent, isError }: CallToolResult): ToolOutput {
  const blocks = content.map(blockText).filter((text) => text !== '');
  const text =
    blocks.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : blocks.join('\n');
  return { text: text === '' ? '(no output)' : text, isError: isError === true };
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} of type ${block.mimeType}, which cannot be shown here]`;
    case 'resource_link':
      return `[resource ${block.uri}]`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[resource ${block.resource.uri}, which is not text]`;
  }
}
