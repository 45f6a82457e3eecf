/** The name of an MCP server's tool in rules: `mcp__server__tool`, in characters that patterns and providers accept. */
export function mcpToolName(server: string, tool: string): string {
  return `mcp__${plain(server)}__${plain(tool)}`;
}

/** False if another name of that server could map to the same one; a rule for one is then a rule for the other. */
export function isSpelledAsNamed(tool: string): boolean {
  return plain(tool) === tool;
}

/** Other agents put an underscore there too. */
function plain(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}
