/** A tool result rather than an error, so that the model reads it. */
export type McpRefusal = { content: [{ type: 'text'; text: string }]; isError: true };

export function mcpRefusal(message: string): McpRefusal {
  return { content: [{ type: 'text', text: message }], isError: true };
}
