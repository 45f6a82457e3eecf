import type { HostAdapter, HostName } from './host-adapter.ts';

/** Each is loaded alone: a hook is started for one host. */
export const HOST_ADAPTERS: Readonly<Record<HostName, () => Promise<HostAdapter>>> = {
  'claude-code': async () => (await import('./claude-code.ts')).claudeCode,
  codex: async () => (await import('./codex.ts')).codex,
  'gemini-cli': async () => (await import('./gemini-cli.ts')).geminiCli,
  cursor: async () => (await import('./cursor.ts')).cursor,
  copilot: async () => (await import('./copilot.ts')).copilot,
  'qwen-code': async () => (await import('./qwen-code.ts')).qwenCode,
  opencode: async () => (await import('./opencode.ts')).opencode,
};
