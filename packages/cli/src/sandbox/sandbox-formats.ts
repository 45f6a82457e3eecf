import type { HostName } from '@caliban/adapters';

/** `perms export --format …`: the rules as the sandbox of another agent. */
export const SANDBOX_FORMATS = ['claude-sandbox', 'codex-sandbox'] as const;

export type SandboxFormat = (typeof SANDBOX_FORMATS)[number];

export const HOST_OF_FORMAT: Readonly<Record<SandboxFormat, HostName>> = {
  'claude-sandbox': 'claude-code',
  'codex-sandbox': 'codex',
};
