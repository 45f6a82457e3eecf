import { claudeCode } from './claude-code.ts';
import { codex, codexCalls } from './codex.ts';
import { geminiCalls, geminiCli } from './gemini-cli.ts';
import type { HostAdapter } from './host-adapter.ts';
import { opencode } from './opencode.ts';
import type { Calls } from './protocol/calls-request.ts';
import { CLAUDE_CODE_TOOLS } from './tools/claude-code-tools.ts';
import { opencodeCalls } from './tools/opencode-tools.ts';
import { readCalls } from './tools/read-calls.ts';

/** A call as an agent's history tells it, under the host's names. */
export type HostToolCall = { readonly tool: string; readonly input: unknown };

export type PastHost = {
  readonly adapter: HostAdapter;
  /** The same calls as the agent's hook would have announced. */
  readonly calls: (call: HostToolCall) => Calls;
};

/** The hosts whose histories are read, by the name that `--from` has for them. */
export const PAST_HOSTS: Readonly<Record<'claude' | 'codex' | 'gemini' | 'opencode', PastHost>> = {
  claude: { adapter: claudeCode, calls: ({ tool, input }) => readCalls(CLAUDE_CODE_TOOLS, tool, input) },
  codex: { adapter: codex, calls: ({ tool, input }) => codexCalls(tool, input) },
  gemini: { adapter: geminiCli, calls: ({ tool, input }) => geminiCalls(tool, input) },
  // A history doesn't say which names are those of MCP servers.
  opencode: { adapter: opencode, calls: ({ tool, input }) => opencodeCalls(tool, input, []) },
};
