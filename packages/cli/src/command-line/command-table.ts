import { HOST_NAMES } from '@caliban/adapters/internal/hosts/host-adapter';
import type { Command } from './command.ts';
import { type CommandFlags, FLAGS, flags, START_FLAGS } from './flags.ts';

export const PERMS: Command = {
  name: 'perms',
  usage: '<verb>',
  about: 'ask the rules, change them, read the decision log',
  flags: {},
  examples: ["caliban perms test Bash 'git push'", "caliban perms add 'Bash:git *' allow"],
};

export const DOCTOR: Command = {
  name: 'doctor',
  usage: '[--json]',
  about: 'what was loaded from where, and what to do until everything works',
  details:
    'Takes the flags of a start. Exits 0 when caliban is ready, 1 when there is something to do, 78 when caliban would not start.',
  flags: { ...flags('json', 'model'), ...START_FLAGS, ...flags('auto-mode-config') },
  examples: ['caliban doctor', 'caliban doctor --permission-mode plan --json'],
};

export const COMPLETION: Command = {
  name: 'completion',
  usage: 'bash|zsh|fish',
  about: 'a script that completes commands, flags, scopes, modes and tools',
  operands: ['shell'],
  flags: {},
  examples: [
    'source <(caliban completion bash)',
    'source <(caliban completion zsh)',
    'caliban completion fish > ~/.config/fish/completions/caliban.fish',
  ],
};

/** `caliban` by itself. */
export const START: Command = {
  name: '',
  usage: '[<command>] [-p PROMPT] [flags]',
  about: 'the permission system for AI coding agents',
  details: `dontAsk allows what would be asked about; the mode of that name in Claude Code denies it.
-p exits 0 when done, 1 when it failed, 2 for a usage error, 3 when it finished but a call was denied because nobody
could be asked, 78 for a configuration error, 130 when interrupted.`,
  flags: {
    ...flags('print', 'output-format', 'input-format', 'verbose', 'max-turns', 'model', 'resume', 'continue'),
    ...START_FLAGS,
    ...flags('allowed-tools', 'disallowed-tools', 'auto-mode-config', 'system-prompt', 'append-system-prompt', 'plain'),
  },
  alone: ['version'],
  examples: [
    'caliban',
    'caliban --permission-mode plan',
    "caliban -p 'what does this repository do?'",
    "caliban -p 'review this' --output-format json < changes.diff",
    "caliban -p 'run the tests' --allow 'Bash:npm test'",
  ],
};

const INSTALL_FLAGS: CommandFlags = {
  scope: {
    ...FLAGS.scope,
    choices: ['user', 'project', 'managed'],
    about: 'whose configuration of that agent is changed',
  },
  ...flags('dry-run', 'workspace', 'json'),
};

export const HOOK: Command = {
  name: 'hook',
  usage: '<host>',
  about: 'judge one call of another agent: its payload on stdin, its kind of answer on stdout',
  details: 'Agents start it; `caliban install <host>` tells them to. Whatever goes wrong is an answer that blocks.',
  operands: ['host'],
  flags: {},
  examples: ['caliban hook claude-code < payload.json'],
};

export const INIT: Command = {
  name: 'init',
  usage: '[--yes] [--dry-run]',
  about: 'propose rules for you and this project, and write them after a yes',
  details: `Looks at the project, at the rules of the agents on this machine and at what they did in the last 30 days. Shows every rule
with the reason for it. Existing rules stay as they are; running it again adds only what is missing.`,
  flags: flags('yes', 'dry-run', 'no-import', 'user-only', 'project-only', 'workspace', 'json'),
  examples: ['caliban init', 'caliban init --dry-run', 'caliban init --yes --user-only'],
};

export const INSTALL: Command = {
  name: 'install',
  usage: '[<host>] [--scope user|project|managed] [--yes]',
  about: "bring another agent's calls to caliban",
  details: `Offers to import that agent's own rules, shows the change to its configuration, writes it after a yes, and checks that the hook
answers. --yes imports and writes without a question; without a terminal and without --yes nothing is imported. --scope managed is for
administrators: it writes the machine-wide settings of claude-code and codex. The agents are ${HOST_NAMES.join(', ')}.`,
  operands: ['host'],
  flags: { ...INSTALL_FLAGS, ...flags('yes', 'no-import', 'no-answers') },
  examples: [
    'caliban install claude-code',
    'caliban install claude-code --yes',
    'caliban install claude-code --dry-run',
    'caliban install codex --scope project',
  ],
};

export const UNINSTALL: Command = {
  name: 'uninstall',
  usage: '<host> [--scope user|project|managed] [--dry-run]',
  about: "give that agent's configuration back as it was",
  operands: ['host'],
  flags: INSTALL_FLAGS,
  examples: ['caliban uninstall claude-code'],
};

export const TRUST: Command = {
  name: 'trust',
  usage: '[--show|--yes|--revoke] [--json]',
  about: 'show what the files of a project allow, and accept them as they are now',
  details: `Until then hooks, proxies and wrappers apply only the deny and ask rules of a project. Which of your own deny rules an
allow lifts is shown in red. Exits 0 when accepted, shown or revoked, 1 when not accepted, 2 without a terminal and --yes.`,
  flags: flags('show', 'yes', 'revoke', 'json', 'workspace'),
  examples: ['caliban trust', 'caliban trust --show', 'caliban trust --yes --workspace ~/src/app'],
};

/** Those of a start that a gate without an agent behind it has a use for. */
const SERVER_FLAGS: CommandFlags = {
  ...START_FLAGS,
  ...flags('allowed-tools', 'disallowed-tools', 'auto-mode-config'),
};

export const MCP_PROXY: Command = {
  name: 'mcp-proxy',
  usage: '[--name NAME] (-- <command…> | --url URL)',
  about: 'stand between an MCP client and a server, and judge every tools/call as mcp__NAME__tool',
  details: 'Asks through elicitation where the client can, else refuses; everything else passes through untouched.',
  flags: { ...flags('name', 'url'), ...SERVER_FLAGS },
  examples: [
    'caliban mcp-proxy --name files -- npx some-mcp-server /srv',
    'caliban mcp-proxy --name forge --url https://forge.test/mcp',
  ],
};

export const MCP_PROMPT_TOOL: Command = {
  name: 'mcp-prompt-tool',
  usage: '',
  about: "an MCP server for Claude Code's --permission-prompt-tool",
  flags: SERVER_FLAGS,
  examples: ['caliban mcp-prompt-tool'],
};

export const TOP_COMMANDS: readonly Command[] = [
  INIT,
  PERMS,
  DOCTOR,
  TRUST,
  INSTALL,
  UNINSTALL,
  HOOK,
  MCP_PROXY,
  MCP_PROMPT_TOOL,
  COMPLETION,
];

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
