/**
 * A tool that opencode calls `server_tool`. Where server and tool meet cannot be told from the name, so every way to split it is
 * written; at most one of them exists. The name itself is there too: it may be a tool of no server.
 */
export function mcpNames(name: string): readonly string[] {
  const spelled = name.replaceAll('\\', '\\\\').replaceAll(/\*+/g, '*');
  const [fixed = ''] = spelled.split(/[*?]/, 1);
  const splits: string[] = [];
  for (let at = fixed.indexOf('_'); at !== -1 && splits.length < MAX_SPLITS; at = fixed.indexOf('_', at + 1)) {
    const [server, tool] = [spelled.slice(0, at), spelled.slice(at + 1)];
    // `forge_*` is every tool of `forge` and of `forge_x`: one underscore says both.
    const separator = at === fixed.length - 1 && tool.startsWith('*') ? '_' : '__';
    if (/[^_]/.test(server) && /[^_]/.test(tool)) splits.push(`mcp__${server}${separator}${tool}`);
  }
  return [spelled, ...splits];
}

const MAX_SPLITS = 8;
