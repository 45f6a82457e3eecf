/** As rules name the tool of an MCP server: `mcp__server__tool`, in letters that patterns and providers take. */
export function mcpToolName(server: string, tool: string): string {
  return `mcp__${plain(server)}__${plain(tool)}`;
}

/** Other agents put an underscore there too. */
function plain(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}
