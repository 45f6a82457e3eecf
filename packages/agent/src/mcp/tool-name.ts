/** `mcp__server__tool`, in letters that patterns and providers take. */
export function mcpToolName(server: string, tool: string): string {
  return `mcp__${plain(server)}__${plain(tool)}`;
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
