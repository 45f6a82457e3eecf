/** As rules name the tool of an MCP server: `mcp__server__tool`, in letters that patterns and providers take. */
export function mcpToolName(server: string, tool: string): string {
  return `mcp__${plain(server)}__${plain(tool)}`;
}

/** False where another name of that server could become the same; a rule for the one is then a rule for the other. */
export function isSpelledAsNamed(tool: string): boolean {
  return plain(tool) === tool;
}

/** Other agents put an underscore there too. */
function plain(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}
