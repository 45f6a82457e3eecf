import type { HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import type { InstallScope } from '@caliban/adapters/internal/install/host-setup';

/** What is left for the user to do, or to know. */
export function nextStep(host: HostName, scope: InstallScope): string {
  return scope === 'managed' ? 'for every user of this machine, from their next session on' : NEXT_STEP[host];
}

const NEXT_STEP: Readonly<Record<HostName, string>> = {
  'claude-code': 'sessions that run already take it up at their next start; /hooks shows it',
  codex: 'start codex and trust the hook with /hooks, or it does not run; what would be asked about is denied',
  'gemini-cli': 'its own policy still asks where it would; what caliban would ask about is denied',
  cursor: 'Cursor takes it up by itself; its settings list it under Hooks',
  copilot: 'sessions that run already take it up at their next start',
  'qwen-code': 'sessions that run already take it up at their next start; /hooks shows it',
  opencode: 'start opencode anew; what would be asked about is denied',
};
