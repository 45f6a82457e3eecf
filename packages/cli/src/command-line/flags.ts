import { ACTIONS, PERMISSION_MODES } from '@caliban/gate/types';

/** One flag, for parsing, help and completion alike. */
export type Flag = {
  /** The placeholder of its value in help; a switch has none. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Other programs' names for a choice; they aren't accepted, but the message names ours. */
  readonly meant?: Readonly<Record<string, string>>;
  readonly short?: string;
  /** An alternative name, so that scripts written for Claude Code and users of other commands' flags keep working. */
  readonly also?: string;
  readonly repeatable?: true;
  readonly about: string;
};

const OTHER_SCOPE_NAMES: Readonly<Record<string, string>> = {
  ...{ global: 'user', home: 'user', me: 'user', personal: 'user', account: 'user' },
  ...{ workspace: 'project', repo: 'project', repository: 'project', team: 'project', shared: 'project' },
  ...{ private: 'local', machine: 'managed', system: 'managed', admin: 'managed', enterprise: 'managed' },
};

/** The scopes that rules can be read from. */
export const SCOPES = ['managed', 'user', 'project', 'local'] as const;
/** The scopes that rules can be written to: managed ones belong to the administrator. */
export const WRITABLE_SCOPES = ['user', 'project', 'local'] as const;

/** A flag means the same in every command. */
export const FLAGS: Readonly<Record<FlagName, Flag>> = {
  allow: { value: 'PATTERN', repeatable: true, about: 'allow what the pattern matches; before the rules of files' },
  deny: { value: 'PATTERN', repeatable: true, about: 'deny it; --allow, --deny and --ask keep their order' },
  ask: { value: 'PATTERN', repeatable: true, about: 'ask about it' },
  mode: {
    value: 'MODE',
    choices: PERMISSION_MODES,
    also: 'permission-mode',
    about: 'judge as in this mode, not the one a session starts in',
  },
  workspace: { value: 'DIR', about: 'instead of the git top level of the working directory' },
  rules: { value: 'FILE', about: "this file's rules and the built-in ones, nothing else" },
  'no-defaults': { about: 'without the built-in rules' },
  batch: { value: 'FILE|-', about: 'JSON lines in, JSON lines out' },
  json: { about: 'for programs' },
  all: { about: 'everything, also what is usually left out' },
  'no-pager': { about: 'print longer output directly instead of through $PAGER' },
  scope: { value: 'SCOPE', choices: SCOPES, meant: OTHER_SCOPE_NAMES, about: 'whose rules' },
  effective: { about: 'every rule in force, built-in ones too, and the settings beside them' },
  comment: { value: 'TEXT', about: 'for people: shown when the rule asks' },
  reason: { value: 'TEXT', about: 'what the model reads when the rule denies' },
  confined: { about: 'judge as where commands run confined, with the rules that allow only that' },
  at: { value: 'PLACE', about: 'top, bottom, a number, or before PATTERN' },
  pattern: { value: 'PATTERN', about: 'the rule with this pattern' },
  index: { value: 'N', about: 'the rule with this number in `caliban perms list`' },
  from: { value: 'FILE|-', about: 'what to read; - reads standard input' },
  format: { value: 'FORMAT', about: 'how it is written' },
  otlp: { value: 'URL', about: 'send it to this collector over OTLP/HTTP, such as http://127.0.0.1:4318' },
  show: { about: 'only show it' },
  yes: { about: 'without asking' },
  revoke: { about: 'forget every answer about this project' },
  'no-answers': { about: "don't record whether a call that the agent asked about was run" },
  warm: { about: 'start bash instead of Node for each call, and ask `caliban serve`' },
  'dry-run': { about: 'show what would be written, write nothing' },
  'no-import': { about: "leave the agents' own rules out" },
  'user-only': { about: 'only the file for every project' },
  'project-only': { about: 'only the files of this project' },
  user: { about: "every project's calls, for your own rules" },
  since: { value: 'WHEN', about: 'from here on: 2h, 3d, 2026-11-15, 2026-11-15T09:30:00Z' },
  until: { value: 'WHEN', about: 'before here' },
  tool: { value: 'NAME', about: 'calls of this tool; * and ? as in rules' },
  action: { value: 'ACTION', choices: ACTIONS, about: 'the outcome; ask: everything that had to be asked about' },
  rule: { value: 'PATTERN', about: 'a rule with this pattern was needed' },
  session: { value: 'ID', about: 'of this session, or of those that begin so' },
  project: { value: 'DIR', about: 'of the project around this directory; `.` for the one here' },
  host: { value: 'NAME', about: 'of this agent: claude-code, codex, caliban, mcp-proxy, sdk …' },
  tail: { value: 'N', about: 'the last N' },
  head: { value: 'N', about: 'the first N' },
  follow: { about: 'then every new one as it comes; Ctrl-C ends it' },
  stats: { about: 'totals: most asked, what ran, what was refused, rules never used' },
  'with-test': { about: 'also write a test that the rule passes' },
  last: { about: 'the last call of this project that was asked about, denied or left to the agent' },
  id: { value: 'TOOL_USE_ID', about: 'the call with this id in the decision log' },
  apply: { value: 'N', about: 'make the change with this number' },
  coverage: { about: 'also list the rules that no test needs' },
  'permission-mode': { value: 'MODE', choices: PERMISSION_MODES, about: 'the mode to start in' },
  'no-permissions': { about: 'no rules at all; every call is still logged' },
  'auto-allow': { about: 'allow where no one can be asked' },
  'disable-auto-mode': { about: 'auto mode consults neither lists nor model' },
  'allow-dangerously-skip-permissions': { about: 'unlock bypassPermissions for this session' },
  'dangerously-skip-permissions': { about: 'unlock bypassPermissions and start in it: nothing is checked' },
  'add-dir': {
    value: 'DIR',
    repeatable: true,
    about:
      'a directory beside the workspace: acceptEdits and the sandbox let it be written, and relative deny rules apply',
  },
  print: { short: 'p', about: 'run the prompt without a terminal, print the answer, exit' },
  'output-format': {
    value: 'FORMAT',
    choices: ['text', 'json', 'stream-json'],
    about: 'with -p: how the answer is printed',
  },
  'input-format': {
    value: 'FORMAT',
    choices: ['text', 'stream-json'],
    about: 'how standard input is read; stream-json goes without -p',
  },
  verbose: { about: "changes nothing; clients of Claude Code's stream-json pass it" },
  'max-turns': { value: 'N', about: 'end after N replies of the model' },
  model: {
    value: 'ROUTE',
    about: 'instead of the configured one: anthropic/ID, openai/ID, google/ID, ollama/ID, PROVIDER/ID, scripted:FILE',
  },
  'allowed-tools': {
    value: 'LIST',
    also: 'allowedTools',
    about: "allow rules in Claude Code's spelling, between commas: Edit,Bash(git log *)",
  },
  'disallowed-tools': {
    value: 'LIST',
    also: 'disallowedTools',
    about: 'deny rules, likewise; before the allowed ones',
  },
  resume: { value: 'ID', short: 'r', about: 'continue a saved session; the beginning of its id is enough' },
  continue: { short: 'c', about: 'continue the latest session of this workspace' },
  'auto-mode-config': { value: 'FILE', about: "auto mode's lists, instead of the user's auto-mode.toml" },
  'system-prompt': { value: 'TEXT', about: 'replace the system prompt; empty: the usual one' },
  'append-system-prompt': { value: 'TEXT', about: 'add this text to the system prompt' },
  'ask-via': {
    value: 'WAY',
    choices: ['inbox'],
    about: 'with -p: put questions into the inbox and wait for an answer, instead of refusing',
  },
  plain: { about: 'no screen drawing: lines only, for screen readers and simple terminals' },
  name: { value: 'NAME', about: 'the server, as rules name it: mcp__NAME__tool' },
  url: { value: 'URL', about: 'a server reached over HTTP' },
  add: { value: "'PATTERN ACTION'", repeatable: true, about: 'as if this rule were added' },
  remove: { value: 'PATTERN', repeatable: true, about: 'as if the rules with this pattern were removed' },
  import: { value: 'FILE', repeatable: true, about: "as if another agent's rules were imported" },
  calls: { value: 'FILE', about: 'replay these calls too; lines as for `perms test --batch`' },
  'no-new-access': { about: 'exit 1 if anything gets through that was stopped, or if that could not be decided' },
  details: { value: 'CELL', about: 'every call of a cell, such as ask-allow; or all' },
  status: { about: "show whether it runs, where, and what it is doing; exit 1 if it doesn't run" },
  stop: { about: 'end it; open questions stay and are answered after the next start' },
  idle: { value: 'MINUTES', about: 'end after this time without a request or an open question' },
  message: { value: 'TEXT', about: 'with deny: what the model reads instead of a result' },
  always: { about: 'also write a rule; --pattern and --scope say which and where' },
  line: { about: 'with --always: one rule for exactly this line' },
  'no-open': { about: 'print the address, open nothing' },
  sandbox: { about: 'what a command that runs confined can reach, and by which rule' },
  hub: { about: 'serve a team from PostgreSQL' },
  database: { value: 'URL', about: 'of PostgreSQL: postgres://user@host/name' },
  listen: { value: 'HOST:PORT', about: 'where the hub listens; 127.0.0.1:7340 by default' },
  'tls-cert': {
    value: 'FILE',
    about: 'certificate of the hub, with its chain (PEM); without it, put a TLS proxy in front',
  },
  'tls-key': { value: 'FILE', about: 'key of that certificate' },
  'answer-key': { value: 'FILE', about: 'private key that signs answers' },
  'policy-key': {
    value: 'FILE',
    repeatable: true,
    about: 'key for policies: the public one checks them, the private one signs',
  },
  directory: {
    value: 'DIR',
    about: 'where hub.toml and the keys are; /etc/caliban/hub for root, else ~/.config/caliban/hub',
  },
  role: { value: 'ROLE', choices: ['agent', 'approver', 'admin'], about: 'what the token is for' },
  owner: { value: 'NAME', about: 'the person whose agent it is' },
  team: { value: 'NAME', about: 'for filters on the page' },
  expires: { value: 'WHEN', about: 'end of the token: 2027-01-31, or 90d' },
  'token-file': { value: 'FILE|-', about: 'a file with the token; - reads standard input' },
  ca: { value: 'FILE', about: "certificate of the authority that signed the hub's (PEM)" },
  note: { value: 'TEXT', about: 'what changed, for people' },
  watch: { about: 'keep running until Ctrl-C' },
  local: { about: 'use PostgreSQL on this machine, and install it where that is missing (Debian, root)' },
  install: { value: 'NAME', about: 'of this agent only' },
  'older-than': { value: 'DURATION', about: 'such as 90d' },
  help: { short: 'h', about: 'this text' },
};

export type FlagName =
  | 'allow'
  | 'deny'
  | 'ask'
  | 'mode'
  | 'workspace'
  | 'rules'
  | 'no-defaults'
  | 'batch'
  | 'json'
  | 'all'
  | 'no-pager'
  | 'scope'
  | 'effective'
  | 'comment'
  | 'reason'
  | 'confined'
  | 'at'
  | 'pattern'
  | 'index'
  | 'from'
  | 'format'
  | 'otlp'
  | 'show'
  | 'yes'
  | 'revoke'
  | 'no-answers'
  | 'warm'
  | 'dry-run'
  | 'user'
  | 'no-import'
  | 'user-only'
  | 'project-only'
  | 'since'
  | 'until'
  | 'tool'
  | 'action'
  | 'rule'
  | 'session'
  | 'project'
  | 'host'
  | 'tail'
  | 'head'
  | 'follow'
  | 'stats'
  | 'coverage'
  | 'last'
  | 'id'
  | 'apply'
  | 'with-test'
  | 'permission-mode'
  | 'no-permissions'
  | 'auto-allow'
  | 'disable-auto-mode'
  | 'allow-dangerously-skip-permissions'
  | 'dangerously-skip-permissions'
  | 'add-dir'
  | 'print'
  | 'output-format'
  | 'input-format'
  | 'verbose'
  | 'max-turns'
  | 'model'
  | 'allowed-tools'
  | 'disallowed-tools'
  | 'resume'
  | 'continue'
  | 'auto-mode-config'
  | 'system-prompt'
  | 'append-system-prompt'
  | 'ask-via'
  | 'plain'
  | 'name'
  | 'url'
  | 'add'
  | 'remove'
  | 'import'
  | 'calls'
  | 'no-new-access'
  | 'details'
  | 'status'
  | 'stop'
  | 'idle'
  | 'message'
  | 'always'
  | 'line'
  | 'no-open'
  | 'sandbox'
  | 'help'
  | 'hub'
  | 'database'
  | 'listen'
  | 'tls-cert'
  | 'tls-key'
  | 'answer-key'
  | 'policy-key'
  | 'directory'
  | 'role'
  | 'owner'
  | 'team'
  | 'expires'
  | 'token-file'
  | 'ca'
  | 'note'
  | 'watch'
  | 'local'
  | 'install'
  | 'older-than';

export type CommandFlags = Readonly<Partial<Record<FlagName, Flag>>>;

/** Flags by name, from the table. */
export function flags(...names: readonly FlagName[]): CommandFlags {
  return Object.fromEntries(names.map((name) => [name, FLAGS[name]]));
}

/** The flags of every way to start. */
export const START_FLAGS: CommandFlags = flags(
  ...(['allow', 'deny', 'ask', 'permission-mode', 'no-permissions', 'auto-allow', 'disable-auto-mode'] as const),
  ...(['allow-dangerously-skip-permissions', 'dangerously-skip-permissions', 'workspace'] as const),
);
