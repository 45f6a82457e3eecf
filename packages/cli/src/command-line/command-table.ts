import { HOST_NAMES, HOSTS } from '@caliban/adapters';
import type { Command } from './command.ts';
import { type CommandFlags, FLAGS, flags, START_FLAGS, WRITABLE_SCOPES } from './flags.ts';

export const PERMS: Command = {
  name: 'perms',
  usage: '<verb>',
  about: 'ask the rules, change them, read the decision log',
  flags: {},
  examples: ["caliban perms test Bash 'git push'", "caliban perms add 'Bash:git *' allow"],
};

export const DOCTOR: Command = {
  name: 'doctor',
  usage: '[--all] [--json]',
  about: 'show what was loaded from where, and what is still to do',
  details:
    'Takes the flags of a start. Exits 0 when caliban is ready, 1 when there is something to do, 78 when caliban would not start.',
  flags: {
    all: { about: 'also the settings that are as built in, and the files that could be there' },
    ...flags('no-pager', 'json', 'model'),
    ...START_FLAGS,
    ...flags('auto-mode-config'),
  },
  isPaged: true,
  examples: ['caliban doctor', 'caliban doctor --permission-mode plan --json'],
};

export const COMPLETION: Command = {
  name: 'completion',
  usage: 'bash|zsh|fish',
  about: 'print a script that completes commands, flags, scopes, modes and tools',
  operands: ['shell'],
  flags: {},
  examples: [
    'source <(caliban completion bash)',
    'source <(caliban completion zsh)',
    'caliban completion fish > ~/.config/fish/completions/caliban.fish',
  ],
};

export const SCHEMA: Command = {
  name: 'schema',
  usage: 'permissions|settings',
  about: 'print a JSON schema for permissions.toml or settings.toml, for editors',
  details: `Editors that know Taplo complete and check a file whose first line names its schema: #:schema ./permissions.schema.json
The installed package has both files in dist/schemas.`,
  operands: ['schema'],
  flags: {},
  examples: ['caliban schema permissions > .caliban/permissions.schema.json'],
};

export const MAN: Command = {
  name: 'man',
  usage: '',
  about: 'print this manual in man format; after `npm install --global`, `man caliban` shows it',
  flags: {},
  examples: ['caliban man | man -l -'],
};

/** `caliban` without a command. */
export const START: Command = {
  name: '',
  usage: '[<command>] [-p PROMPT] [flags]',
  about: 'the permission system for AI coding agents',
  details: `dontAsk allows what would be asked about; the mode of that name in Claude Code denies it.
-p exits 0 when done, 1 when it failed, 2 for a usage error, 3 when it finished but a call was denied because no one
could be asked, 78 for a configuration error, 130 when interrupted.`,
  flags: {
    ...flags('print', 'output-format', 'input-format', 'verbose', 'max-turns', 'model', 'resume', 'continue'),
    ...START_FLAGS,
    ...flags(
      'allowed-tools',
      'disallowed-tools',
      'auto-mode-config',
      'system-prompt',
      'append-system-prompt',
      'plain',
      'ask-via',
      'add-dir',
    ),
  },
  alone: ['version'],
  examples: [
    'caliban',
    'caliban --permission-mode plan',
    "caliban -p 'what does this repository do?'",
    "caliban -p 'review this' --output-format json < changes.diff",
    "caliban -p 'run the tests' --allow 'Bash:npm test'",
    "caliban -p 'fix the build' --ask-via inbox",
  ],
};

const SANDBOX_FLAG = { about: "the agent's own sandbox, compiled from the rules, and not the hook" };

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
  about: 'judge one call of another agent: its payload on stdin, the reply it expects on stdout',
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

const MANAGED_HOSTS = HOST_NAMES.filter((name) => HOSTS[name].loadManagedSetup !== undefined);
const SANDBOX_HOSTS = HOST_NAMES.filter((name) => HOSTS[name].loadSandbox !== undefined);

export const INSTALL: Command = {
  name: 'install',
  usage: '[<host>] [--scope user|project|managed] [--yes]',
  about: 'connect another agent to caliban',
  details: `Offers to import that agent's own rules, shows the change to its configuration, writes it after a yes, and checks that the hook
answers. --yes imports and writes without a question; without a terminal and without --yes nothing is imported. --scope managed is for
administrators: it writes the machine-wide settings of ${MANAGED_HOSTS.join(' and ')}. With --warm a call is answered by \`caliban serve\` in a
fifth of the time. --sandbox has the kernel hold the rules there (${SANDBOX_HOSTS.join(' and ')}): \`--scope user\` for your own rules in every
project, \`--scope project\` for all rules in this one. The agents are ${HOST_NAMES.join(', ')}.`,
  operands: ['host'],
  flags: { ...INSTALL_FLAGS, sandbox: SANDBOX_FLAG, ...flags('yes', 'no-import', 'no-answers', 'warm') },
  examples: [
    'caliban install claude-code',
    'caliban install claude-code --yes',
    'caliban install claude-code --dry-run',
    'caliban install codex --scope project',
    'caliban install claude-code --sandbox --dry-run',
  ],
};

export const UNINSTALL: Command = {
  name: 'uninstall',
  usage: '<host> [--scope user|project|managed] [--dry-run]',
  about: 'disconnect that agent and restore its configuration',
  operands: ['host'],
  flags: { ...INSTALL_FLAGS, sandbox: { about: "only the agent's own sandbox; without it the hook and the sandbox" } },
  examples: ['caliban uninstall claude-code', 'caliban uninstall codex --sandbox'],
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

export const UNDO: Command = {
  name: 'undo',
  usage: '[<number>] [--show|--dry-run|--yes] [--json]',
  about: 'undo the changes of a rehearsed command',
  details: `With \`rehearse = true\` below [sandbox], commands that ask are tried first, and a yes applies what they changed. Number 1 is the
newest of this workspace and the default; --show lists them. Refuses if a file isn't as the command left it. Exits 0
when undone or shown, 1 when refused, 2 without a terminal and --yes.`,
  flags: {
    show: { ...FLAGS.show, about: 'list what can be undone' },
    'dry-run': { ...FLAGS['dry-run'], about: 'show what would be undone, change nothing' },
    ...flags('yes', 'json', 'workspace'),
  },
  examples: ['caliban undo', 'caliban undo --show', 'caliban undo 2 --dry-run'],
};

/** The start flags that matter for a gate without an agent of ours. */
const SERVER_FLAGS: CommandFlags = {
  ...START_FLAGS,
  ...flags('allowed-tools', 'disallowed-tools', 'auto-mode-config'),
};

export const MCP_PROXY: Command = {
  name: 'mcp-proxy',
  usage: '[--name NAME] (-- <command…> | --url URL)',
  about: 'run an MCP server behind a proxy that judges every tools/call as mcp__NAME__tool',
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
  about: "run an MCP server for Claude Code's --permission-prompt-tool",
  flags: SERVER_FLAGS,
  examples: ['caliban mcp-prompt-tool'],
};

export const SERVE: Command = {
  name: 'serve',
  usage: '[--idle MINUTES] [--status|--stop] [--json]  |  --hub [--database URL] [--listen HOST:PORT]',
  about: 'run the inbox for every agent on this machine, and answer hooks without starting Node',
  details: `One server for each user, on the loopback address. It runs until Ctrl-C, or until no one has needed it for --idle minutes.
With \`start = "on-demand"\` below [serve] in your settings.toml, hooks and agents that need it start it.
--hub serves a team instead, from PostgreSQL; \`caliban hub setup\` prepares it, and flags override its hub.toml.`,
  flags: flags(
    ...(['idle', 'status', 'stop', 'json', 'hub', 'database', 'listen', 'tls-cert', 'tls-key'] as const),
    ...(['answer-key', 'policy-key', 'directory'] as const),
  ),
  examples: ['caliban serve', 'caliban serve --hub', 'caliban serve --status', 'caliban serve --stop'],
};

export const HUB: Command = {
  name: 'hub',
  usage: '<verb>',
  about: 'share questions, policy and decision logs in a team, on PostgreSQL',
  flags: {},
  examples: ['caliban hub join https://hub.example --token-file token', 'caliban hub token add anna --role approver'],
};

export const INBOX: Command = {
  name: 'inbox',
  usage: '[answer <id> allow|deny] [--watch] [--json]',
  about: 'list the open questions of every agent, and answer them',
  details: `The beginning of an id is enough. --always writes the narrowest rule that covers the call, or those of --pattern, into the file of
--scope (local by default); a line of several commands gets a rule for each part that lacks one, or one for exactly this line with --line.
--scope session is for caliban's own sessions. --dry-run shows the rules and what else they match, and answers nothing. Exits 1 if the server isn't running, or if someone else answered first.`,
  flags: {
    ...flags('watch', 'message', 'always'),
    pattern: { ...FLAGS.pattern, repeatable: true, about: 'with --always: the pattern of a rule' },
    ...flags('line'),
    scope: {
      ...FLAGS.scope,
      choices: ['session', ...WRITABLE_SCOPES],
      about: 'with --always: where the rules are kept',
    },
    ...flags('comment', 'with-test'),
    'dry-run': { about: 'with --always: only show the rules and what else they match' },
    ...flags('json'),
  },
  examples: [
    'caliban inbox',
    'caliban inbox --watch',
    'caliban inbox answer 3f2a allow',
    "caliban inbox answer 3f2a deny --message 'use git revert'",
    "caliban inbox answer 3f2a allow --always --pattern 'Bash:npm run *' --scope project",
  ],
};

export const UI: Command = {
  name: 'ui',
  usage: '[--no-open] [--json]',
  about: 'open the page with your questions, what your agents did, and your rules',
  details: `Starts the server if it isn't running. The address contains a key: anyone who has it can answer for you.`,
  flags: flags('no-open', 'json'),
  examples: ['caliban ui', 'caliban ui --no-open'],
};

export const TOP_COMMANDS: readonly Command[] = [
  INIT,
  PERMS,
  DOCTOR,
  TRUST,
  INSTALL,
  UNINSTALL,
  UNDO,
  INBOX,
  UI,
  SERVE,
  HUB,
  HOOK,
  MCP_PROXY,
  MCP_PROMPT_TOOL,
  COMPLETION,
  SCHEMA,
  MAN,
];

export const SCHEMAS = ['permissions', 'settings'] as const;
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
