import { HOST_NAMES } from '@caliban/adapters/internal/hosts/host-adapter';
import { type CommandFlags, FLAGS, flags, SCOPES, WRITABLE_SCOPES } from './flags.ts';

export type Command = {
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly about: string;
  readonly details?: string;
  /** What can be completed for each operand in turn. */
  readonly operands?: readonly ('tool' | 'action' | 'shell' | 'host')[];
  readonly flags: CommandFlags;
  readonly examples: readonly string[];
};

const START_FLAGS = flags(
  ...(['allow', 'deny', 'ask', 'permission-mode', 'no-permissions', 'auto-allow', 'disable-auto-mode'] as const),
  ...(['allow-dangerously-skip-permissions', 'workspace'] as const),
);
const WRITABLE_SCOPE = {
  value: 'SCOPE',
  choices: WRITABLE_SCOPES,
  about: 'whose file is changed',
};
const INPUT = `<input> is the call's input as JSON, or its first argument as plain text (a command, a path, a url); - reads it from stdin.`;

export const PERMS_COMMANDS: readonly Command[] = [
  {
    name: 'list',
    usage: '[--effective] [--scope SCOPE] [--json]',
    about: 'the rules of the files, with their numbers',
    flags: {
      ...flags('effective'),
      scope: { ...FLAGS.scope, choices: [...SCOPES, 'cli', 'builtin'] },
      ...flags('json'),
      ...START_FLAGS,
    },
    examples: ['caliban perms list --scope user', 'caliban perms list --effective --json'],
  },
  {
    name: 'test',
    usage: '<tool> [<input>|-]  |  --batch FILE|-',
    about: 'the verdict on a call, the deciding rule and part',
    details: `${INPUT}
Exits 0 for allow, 1 for deny, 2 for ask, 3 for an error; --batch exits 0 when every line was judged.
A line of a batch is {"tool", "input", "id"?, "rules"?, "workspace"?, "cwd"?, "mode"?}; its rules replace those of the files.
dontAsk allows what would be asked about; the mode of that name in Claude Code denies it.`,
    operands: ['tool'],
    flags: flags(
      'allow',
      'deny',
      'ask',
      'mode',
      'workspace',
      'rules',
      'no-defaults',
      'batch',
      'auto-mode-config',
      'json',
    ),
    examples: [
      "caliban perms test Bash 'git push'",
      "caliban perms test Bash 'git status && rm -rf ~' --allow 'Bash:git *'",
      'caliban perms test Edit \'{"path":"src/a.ts"}\' --allow \'Edit:src/**\' --json',
    ],
  },
  {
    name: 'explain',
    usage: '<tool> [<input>|-]',
    about: 'every rule in order, tried against every part',
    details: INPUT,
    operands: ['tool'],
    flags: flags('allow', 'deny', 'ask', 'mode', 'workspace', 'rules', 'no-defaults', 'auto-mode-config', 'json'),
    examples: ["caliban perms explain Bash 'make test 2>&1 | tail -5' --allow 'Bash:make *'"],
  },
  {
    name: 'add',
    usage: '<pattern> <action> [--scope project] [--at PLACE]',
    about: 'write a rule to a file; once more changes nothing',
    details: 'Says when the rule is a duplicate or can never be reached, and which line is in its way.',
    operands: ['tool', 'action'],
    flags: { scope: WRITABLE_SCOPE, ...flags('comment', 'reason', 'at', 'workspace', 'json') },
    examples: [
      "caliban perms add 'Bash:git *' allow --comment 'git ops are fine'",
      "caliban perms add 'Bash:~rm *' deny --reason 'use git revert' --at top",
      "caliban perms add 'Edit:docs/**' allow --scope user --at before 'Edit'",
    ],
  },
  {
    name: 'remove',
    usage: '(--pattern PATTERN | --index N) [--scope project]',
    about: 'take a rule out of a file; everything else stays as it is',
    details: 'Exits 1 when there is no such rule.',
    flags: { ...flags('pattern', 'index'), scope: WRITABLE_SCOPE, ...flags('workspace', 'json') },
    examples: ["caliban perms remove --pattern 'Bash:git *'", 'caliban perms remove --index 3 --scope user'],
  },
  {
    name: 'import',
    usage: '--from FILE [--format FORMAT] [--scope user] [--dry-run]',
    about: 'append the rules of another agent, or of an older caliban',
    details: 'Appends, never overwrites, and lists what could not be carried over and why.',
    flags: {
      ...flags('from'),
      format: { ...FLAGS.format, choices: ['auto', 'claude', 'codex', 'gemini', 'opencode', 'caliban'] },
      scope: WRITABLE_SCOPE,
      ...flags('dry-run', 'workspace', 'json'),
    },
    examples: [
      'caliban perms import --from .claude/settings.json --scope project --dry-run',
      'caliban perms import --from ~/.codex/rules/default.rules',
    ],
  },
  {
    name: 'export',
    usage: '[--scope project] [--format toml|json|claude]',
    about: 'print the rules of a file in another form',
    flags: {
      scope: FLAGS.scope,
      format: { ...FLAGS.format, choices: ['toml', 'json', 'claude'] },
      ...flags('workspace', 'json'),
    },
    examples: ['caliban perms export > rules.toml', 'caliban perms export --scope user --format claude'],
  },
  {
    name: 'audit',
    usage: '[--since WHEN] [--tool NAME] [--action ACTION] [--tail N] [--follow] [--stats]',
    about: 'what was decided, from the decision log and its archives',
    flags: flags(
      ...(['since', 'until', 'tool', 'action', 'rule', 'session', 'tail', 'head', 'follow', 'stats'] as const),
      ...(['workspace', 'json'] as const),
    ),
    examples: [
      'caliban perms audit --since 2h --action deny',
      "caliban perms audit --tool 'mcp__*' --tail 20 --follow",
      'caliban perms audit --since 7d --stats',
    ],
  },
  {
    name: 'lint',
    usage: '[--scope all] [--json]',
    about: 'load errors, duplicates, rules never reached, rules too broad',
    details:
      'Exits 1 when something is to be put right, 0 when nothing is; a mere hint about a deny rule does not count.',
    flags: { scope: { ...FLAGS.scope, choices: ['all', ...SCOPES] }, ...flags('workspace', 'json') },
    examples: ['caliban perms lint', 'caliban perms lint --scope user --json'],
  },
];

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
  about: 'what was loaded from where, what was ignored and why',
  details: 'Takes the flags of a start and says what would come of them; exits 78 where caliban would not start.',
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
    ...flags('print', 'output-format', 'input-format', 'max-turns', 'model', 'resume', 'continue'),
    ...START_FLAGS,
    ...flags('allowed-tools', 'disallowed-tools', 'auto-mode-config', 'append-system-prompt', 'plain'),
  },
  examples: [
    'caliban',
    'caliban --permission-mode plan',
    "caliban -p 'what does this repository do?'",
    "caliban -p 'review this' --output-format json < changes.diff",
    "caliban -p 'run the tests' --allow 'Bash:npm test'",
  ],
};

const INSTALL_FLAGS: CommandFlags = {
  scope: { value: 'SCOPE', choices: ['user', 'project'], about: 'whose configuration of that agent is changed' },
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

export const INSTALL: Command = {
  name: 'install',
  usage: '<host> [--scope user|project] [--dry-run]',
  about: "bring another agent's calls to caliban",
  details: `Edits that agent's own configuration in place and shows the difference. The agents are ${HOST_NAMES.join(', ')}.`,
  operands: ['host'],
  flags: INSTALL_FLAGS,
  examples: ['caliban install claude-code --dry-run', 'caliban install codex --scope project'],
};

export const UNINSTALL: Command = {
  name: 'uninstall',
  usage: '<host> [--scope user|project] [--dry-run]',
  about: "give that agent's configuration back as it was",
  operands: ['host'],
  flags: INSTALL_FLAGS,
  examples: ['caliban uninstall claude-code'],
};

export const MCP_PROXY: Command = {
  name: 'mcp-proxy',
  usage: '[--name NAME] (-- <command…> | --url URL)',
  about: 'stand between an MCP client and a server, and judge every tools/call as mcp__NAME__tool',
  details: 'Asks through elicitation where the client can, else refuses; everything else passes through untouched.',
  flags: { ...flags('name', 'url'), ...START_FLAGS },
  examples: [
    'caliban mcp-proxy --name files -- npx some-mcp-server /srv',
    'caliban mcp-proxy --name forge --url https://forge.test/mcp',
  ],
};

export const MCP_PROMPT_TOOL: Command = {
  name: 'mcp-prompt-tool',
  usage: '',
  about: "an MCP server for Claude Code's --permission-prompt-tool",
  flags: START_FLAGS,
  examples: ['caliban mcp-prompt-tool'],
};

export const TOP_COMMANDS: readonly Command[] = [
  PERMS,
  DOCTOR,
  INSTALL,
  UNINSTALL,
  HOOK,
  MCP_PROXY,
  MCP_PROMPT_TOOL,
  COMPLETION,
];

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
