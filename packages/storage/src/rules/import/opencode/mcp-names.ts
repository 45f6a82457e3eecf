/**
 * A tool that opencode calls `server_tool`. The name doesn't show where the server ends, so every possible split is written; at
 * most one of them exists. The name itself is included too: it may be a tool without a server.
 */
export function mcpNames(name: string): readonly string[] {
  const spelled = name.replaceAll('\\', '\\\\').replaceAll(/\*+/g, '*');
  const [fixed = ''] = spelled.split(/[*?]/, 1);
  const splits: string[] = [];
  for (let at = fixed.indexOf('_'); at !== -1 && splits.length < MAX_SPLITS; at = fixed.indexOf('_', at + 1)) {
    const [server, tool] = [spelled.slice(0, at), spelled.slice(at + 1)];
    // `forge_*` covers every tool of `forge` and of `forge_x`: a single underscore matches both.
    const separator = at === fixed.length - 1 && tool.startsWith('*') ? '_' : '__';
    if (/[^_]/.test(server) && /[^_]/.test(tool)) splits.push(`mcp__${server}${separator}${tool}`);
  }
  return [spelled, ...splits];
}

const MAX_SPLITS = 8;
