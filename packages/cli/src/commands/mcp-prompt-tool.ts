import { permissionPromptServer, servePermissionPrompt } from '@caliban/adapters/mcp';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { composeServerGate } from '../mcp/server-gate.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';

/** `caliban mcp-prompt-tool`: an MCP server for Claude Code's `--permission-prompt-tool mcp__caliban__approve`. */
export async function mcpPromptTool(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const warn = (message: string) => terminal.err(`caliban mcp-prompt-tool: ${message}\n`);
  const { gate, context, sessionId, close } = await composeServerGate({
    args,
    terminal,
    warn,
    // This process is the question itself, so the built-in rules decide too.
    hasPermissions: false,
    askHandler: (nobody) => nobody,
  });
  try {
    const guard = { gate, context, origin: { host: 'claude-code', sessionId } };
    await servePermissionPrompt(() => permissionPromptServer(guard, { version: version() }), warn);
    return 0;
  } finally {
    close();
  }
}
