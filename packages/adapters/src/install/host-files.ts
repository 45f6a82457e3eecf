import { isAbsolute, join } from 'node:path';
import type { HostName } from '../hosts/host-adapter.ts';
import { type InstallPlaces, type InstallScope, LAST_WORD_FIRST } from './host-setup.ts';
import { named } from './named.ts';

/** The files by which a host runs our hook, or does not. */
export type HostFiles = {
  /** Where the hook stands. */
  readonly hook: (scope: InstallScope, places: InstallPlaces) => string;
  /** What else may tell the host to run no hooks, the file that has the last word first. */
  readonly switches: (places: InstallPlaces) => readonly string[];
};

const NONE = () => [];

export const HOST_FILES: Readonly<Record<HostName, HostFiles>> = {
  'claude-code': {
    hook: (scope, places) => join(claudeDirectory(scope, places), 'settings.json'),
    switches: ({ workspace }) => [join(workspace, '.claude', 'settings.local.json')],
  },
  codex: {
    hook: (scope, places) => join(codexDirectory(scope, places), 'hooks.json'),
    switches: (places) => LAST_WORD_FIRST.map((scope) => join(codexDirectory(scope, places), 'config.toml')),
  },
  'gemini-cli': { hook: (scope, places) => join(top(scope, places), '.gemini', 'settings.json'), switches: NONE },
  cursor: { hook: (scope, places) => join(top(scope, places), '.cursor', 'hooks.json'), switches: NONE },
  copilot: { hook: (scope, places) => join(copilotDirectory(scope, places), 'hooks', 'caliban.json'), switches: NONE },
  'qwen-code': { hook: (scope, places) => join(top(scope, places), '.qwen', 'settings.json'), switches: NONE },
  opencode: { hook: (scope, places) => join(opencodeDirectory(scope, places), 'plugin', 'caliban.js'), switches: NONE },
};

function top(scope: InstallScope, { home, workspace }: InstallPlaces): string {
  return scope === 'user' ? home : workspace;
}

function claudeDirectory(scope: InstallScope, { home, workspace, env }: InstallPlaces): string {
  return scope === 'user' ? (named(env.CLAUDE_CONFIG_DIR) ?? join(home, '.claude')) : join(workspace, '.claude');
}

function codexDirectory(scope: InstallScope, { home, workspace, env }: InstallPlaces): string {
  return scope === 'user' ? (named(env.CODEX_HOME) ?? join(home, '.codex')) : join(workspace, '.codex');
}

function copilotDirectory(scope: InstallScope, { home, workspace, env }: InstallPlaces): string {
  return scope === 'user' ? (named(env.COPILOT_HOME) ?? join(home, '.copilot')) : join(workspace, '.github');
}

function opencodeDirectory(scope: InstallScope, { home, workspace, env }: InstallPlaces): string {
  const { XDG_CONFIG_HOME: xdg = '' } = env;
  const config = isAbsolute(xdg) ? xdg : join(home, '.config');
  return scope === 'user' ? join(config, 'opencode') : join(workspace, '.opencode');
}
