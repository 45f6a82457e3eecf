import type { HostName } from '../../src/hosts/registry.ts';

type Names = Readonly<Record<string, { readonly tool: string; readonly path?: string }>>;

const GEMINI: Names = {
  Bash: { tool: 'run_shell_command' },
  Read: { tool: 'read_file', path: 'file_path' },
  Write: { tool: 'write_file', path: 'file_path' },
  Edit: { tool: 'replace', path: 'file_path' },
  Grep: { tool: 'grep_search', path: 'dir_path' },
  Glob: { tool: 'glob', path: 'dir_path' },
};

const NAMES: Readonly<Record<HostName, Names>> = {
  'claude-code': {
    Bash: { tool: 'Bash' },
    Read: { tool: 'Read', path: 'file_path' },
    Write: { tool: 'Write', path: 'file_path' },
    Edit: { tool: 'Edit', path: 'file_path' },
    MultiEdit: { tool: 'MultiEdit', path: 'file_path' },
    NotebookEdit: { tool: 'NotebookEdit', path: 'notebook_path' },
    Grep: { tool: 'Grep', path: 'path' },
    Glob: { tool: 'Glob', path: 'path' },
    WebFetch: { tool: 'WebFetch' },
    TodoWrite: { tool: 'TodoWrite' },
  },
  codex: { Bash: { tool: 'Bash' } },
  'gemini-cli': GEMINI,
  'qwen-code': { ...GEMINI, Edit: { tool: 'edit', path: 'file_path' }, WebFetch: { tool: 'web_fetch' } },
  cursor: {
    Bash: { tool: 'Shell' },
    Read: { tool: 'Read', path: 'file_path' },
    Write: { tool: 'Write', path: 'file_path' },
    Grep: { tool: 'Grep', path: 'file_path' },
  },
  copilot: {
    Bash: { tool: 'bash' },
    Read: { tool: 'view', path: 'path' },
    Write: { tool: 'create', path: 'path' },
    Edit: { tool: 'edit', path: 'path' },
    Grep: { tool: 'grep', path: 'path' },
    WebFetch: { tool: 'web_fetch' },
  },
  opencode: {
    Bash: { tool: 'bash' },
    Read: { tool: 'read', path: 'filePath' },
    Write: { tool: 'write', path: 'filePath' },
    Edit: { tool: 'edit', path: 'filePath' },
    WebFetch: { tool: 'webfetch' },
  },
};

/** A call in our names as the host would announce it; null where it has no such tool, or what is asked is no input of one. */
export function hostPayload(host: HostName, tool: string, input: unknown): unknown {
  const names = NAMES[host][tool] ?? (tool.startsWith('mcp__') && isMcpHost(host) ? { tool } : undefined);
  if (names === undefined || typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const entries = Object.entries(input).map(
    ([key, value]) => [key === 'path' ? (names.path ?? key) : key, value] as const,
  );
  return announced(host, names.tool, Object.fromEntries(entries));
}

function isMcpHost(host: HostName): boolean {
  return host === 'claude-code' || host === 'codex' || host === 'qwen-code';
}

/** As its hook is told of a call. */
export function announced(host: HostName, tool: string, input: object): unknown {
  switch (host) {
    case 'claude-code':
    case 'codex':
    case 'qwen-code':
      return { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input };
    case 'gemini-cli':
      return { hook_event_name: 'BeforeTool', tool_name: tool, tool_input: input };
    case 'cursor':
      return { hook_event_name: 'preToolUse', tool_name: tool, tool_input: input };
    case 'copilot':
      return { toolName: tool, toolArgs: input };
    case 'opencode':
      return { tool, args: input };
  }
}
