import { join } from 'node:path';
import type { HostName } from '../hosts/host-adapter.ts';
import type { HostSetup, InstallPlaces } from './host-setup.ts';
import { claudeCodeSetup } from './setups/claude-code.ts';
import { codexManagedSetup } from './setups/codex-managed.ts';

/**
 * Hosts that read settings of the machine's administrator, which no user and no project overrides. The others have no such file, or
 * none that runs hooks.
 */
export const MANAGED_SETUPS: Readonly<Partial<Record<HostName, HostSetup>>> = {
  'claude-code': {
    ...claudeCodeSetup,
    file: (_, places) => join(claudeDirectory(places), 'managed-settings.json'),
    // What a user switches off does not switch off the hooks of the administrator.
    offSwitches: [],
  },
  codex: codexManagedSetup((places) => join(named(places, 'codex') ?? '/etc/codex', 'requirements.toml')),
};

function claudeDirectory(places: InstallPlaces): string {
  const chosen = named(places, 'claude-code');
  if (chosen !== undefined) return chosen;
  switch (process.platform) {
    case 'darwin':
      return '/Library/Application Support/ClaudeCode';
    case 'win32':
      return 'C:\\Program Files\\ClaudeCode';
    default:
      return '/etc/claude-code';
  }
}

/** `CALIBAN_HOSTS_MANAGED_DIR` replaces the directories of the system, for packages and tests. */
function named({ env }: InstallPlaces, host: string): string | undefined {
  const { CALIBAN_HOSTS_MANAGED_DIR: directory = '' } = env;
  return directory === '' ? undefined : join(directory, host);
}
