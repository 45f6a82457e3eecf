/**
 * Whether a program runs code from this file by itself, later and without asking. `path` is below the workspace. Compared in
 * lower case, because some file systems ignore case.
 */
export function runsLater(path: string): boolean {
  const folded = `/${path.toLowerCase()}/`;
  return PLACES.some((place) => folded.includes(place));
}

/** Files and directories, at any depth, by the program that runs them. */
export const RUN_LATER: Readonly<Record<string, readonly string[]>> = {
  'caliban and other agents: rules, hooks, plugins, MCP servers': [
    ...[
      '.caliban',
      '.claude',
      '.claude.json',
      '.mcp.json',
      '.codex',
      '.copilot',
      '.cursor',
      '.gemini',
      '.github/hooks',
    ],
    ...[
      '.opencode',
      'opencode.json',
      'opencode.jsonc',
      '.qwen',
      '.clinerules',
      '.factory',
      'crush.json',
      '.crush.json',
    ],
  ],
  'git: hooks, aliases, filters': [
    ...['.git', '.gitconfig', '.gitmodules', '.config/git', '.githooks', '.husky'],
    ...['.pre-commit-config.yaml', '.pre-commit-config.yml', 'lefthook.yml', 'lefthook.yaml', '.lefthook.yml'],
    ...['lefthook-local.yml', '.lefthook-local.yml', '.overcommit.yml'],
  ],
  'shells, when they start or enter the directory': [
    ...['.profile', '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.kshrc', '.inputrc'],
    ...[
      '.zshrc',
      '.zshenv',
      '.zprofile',
      '.zlogin',
      '.zlogout',
      '.config/fish',
      '.envrc',
      '.direnvrc',
      '.config/direnv',
    ],
  ],
  'editors, when they open the directory': [
    ...['.vscode', '.idea', '.zed', '.fleet', '.devcontainer', '.devcontainer.json'],
    ...['.exrc', '.vimrc', '.nvimrc', '.nvim.lua', '.dir-locals.el'],
  ],
  'package managers and build tools, in front of every command': [
    ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.yarn', '.pnp.cjs', '.pnp.loader.mjs', '.pnpmfile.cjs', '.pnpmfile.mjs'],
    ...['.cargo', '.mvn', '.bazelrc', '.ripgreprc'],
  ],
  'the system, when the user logs in or connects': [
    ...['.ssh', '.config/autostart', '.config/systemd', 'library/launchagents'],
  ],
};

const PLACES: readonly string[] = Object.values(RUN_LATER)
  .flat()
  .map((place) => `/${place}/`);
