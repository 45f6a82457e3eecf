import { EXPORT_FORMATS } from '@caliban/storage/export';
import { IMPORT_FORMATS } from '@caliban/storage/import';
import { SANDBOX_FORMATS } from '../sandbox/sandbox-formats.ts';
import type { Command } from './command.ts';
import { FLAGS, flags, SCOPES, START_FLAGS, WRITABLE_SCOPES } from './flags.ts';

const WRITABLE_SCOPE = {
  ...FLAGS.scope,
  choices: WRITABLE_SCOPES,
  about: 'whose file is changed',
};
const INPUT = `<input> is the call's input as JSON, or its first argument as plain text (a command, a path, a url); - reads it from stdin.`;

/** The verbs of `caliban perms`. */
export const PERMS_COMMANDS: readonly Command[] = [
  {
    name: 'list',
    usage: '[--all] [--effective] [--scope SCOPE] [--json]',
    about: 'list the rules of the files, with their numbers',
    flags: {
      all: { about: 'the built-in rules too' },
      ...flags('effective'),
      scope: { ...FLAGS.scope, choices: [...SCOPES, 'cli', 'builtin'] },
      ...flags('no-pager', 'json'),
      ...START_FLAGS,
    },
    isPaged: true,
    examples: ['caliban perms list --scope user', 'caliban perms list --effective --json'],
  },
  {
    name: 'test',
    usage: '<tool> [<input>|-]  |  --batch FILE|-',
    about: 'judge a call: the verdict, the deciding rule and part',
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
      'confined',
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
    usage: '<tool> [<input>|-] [--all]  |  --sandbox',
    about: 'show the rules that match each part, in order; with --sandbox what a confined command can reach',
    details: `${INPUT}
--sandbox shows what is hidden, read-only and writable, which hosts can be reached, by which rule, and what a kernel can't enforce;\n--add-dir adds a directory, as in a session.`,
    operands: ['tool'],
    flags: {
      ...flags('sandbox'),
      all: { about: 'every rule, also those that do not match' },
      ...flags('allow', 'deny', 'ask', 'mode', 'workspace', 'rules', 'no-defaults', 'auto-mode-config', 'confined'),
      ...flags('add-dir', 'no-pager', 'json'),
    },
    isPaged: true,
    examples: [
      "caliban perms explain Bash 'make test 2>&1 | tail -5' --allow 'Bash:make *'",
      'caliban perms explain --sandbox',
    ],
  },
  {
    name: 'add',
    usage: '<pattern> <action> [--scope project] [--at PLACE] [--with-test]',
    about: 'write a rule to a file; changes nothing if it is there already',
    details: 'Says when the rule is a duplicate or can never be reached, and which line is in its way.',
    operands: ['pattern', 'action'],
    flags: {
      scope: WRITABLE_SCOPE,
      ...flags('comment', 'reason', 'at', 'with-test'),
      confined: { about: 'allow only what runs confined; the rule gets `confined = true`' },
      ...flags('workspace', 'json'),
    },
    examples: [
      "caliban perms add 'Bash:git *' allow --comment 'git ops are fine'",
      "caliban perms add 'Bash:~rm *' deny --reason 'use git revert' --at top",
      "caliban perms add 'Bash:git push -f *' deny --with-test",
      "caliban perms add 'Edit:docs/**' allow --scope user --at before 'Edit'",
    ],
  },
  {
    name: 'remove',
    usage: '(<pattern> | --index N) [--scope project]',
    about: 'remove a rule from a file; everything else stays as it is',
    details: 'Exits 1 when there is no such rule. --pattern says the same as the pattern alone.',
    operands: ['pattern'],
    flags: { ...flags('pattern', 'index'), scope: WRITABLE_SCOPE, ...flags('workspace', 'json') },
    examples: ["caliban perms remove 'Bash:git *'", 'caliban perms remove --index 3 --scope user'],
  },
  {
    name: 'import',
    usage: '--from FILE|- [--format FORMAT] [--scope user] [--dry-run]',
    about: 'append the rules of another agent, or of an older caliban',
    details: 'Appends, never overwrites, and lists what could not be carried over and why.',
    flags: {
      ...flags('from'),
      format: { ...FLAGS.format, choices: ['auto', ...IMPORT_FORMATS] },
      scope: WRITABLE_SCOPE,
      ...flags('dry-run', 'workspace', 'json'),
    },
    examples: [
      'caliban perms import --from .claude/settings.json --scope project --dry-run',
      'caliban perms import --from ~/.codex/rules/default.rules',
      'caliban perms import --from - --scope project < rules.toml',
    ],
  },
  {
    name: 'export',
    usage: '[--scope project] [--format toml|json|claude]',
    about: 'print the rules of a file in another form',
    flags: {
      scope: FLAGS.scope,
      format: { ...FLAGS.format, choices: [...EXPORT_FORMATS, ...SANDBOX_FORMATS] },
      ...flags('workspace', 'json'),
    },
    examples: ['caliban perms export > rules.toml', 'caliban perms export --scope user --format claude'],
  },
  {
    name: 'audit',
    usage: '[--since WHEN] [--tool NAME] [--action ACTION] [--tail N] [--follow] [--stats]  |  verify',
    about: 'show past decisions, from the decision log and its archives',
    details:
      'Shows local time; a day given alone begins at local midnight. With --json, times are in UTC as in the log.\n`verify` compares the log with what was uploaded to the hub that this user has joined, and exits 1 where they differ.',
    flags: flags(
      ...([
        'since',
        'until',
        'tool',
        'action',
        'rule',
        'session',
        'project',
        'host',
        'tail',
        'head',
        'follow',
        'stats',
      ] as const),
      ...(['workspace', 'no-pager', 'json'] as const),
    ),
    isPaged: true,
    examples: [
      'caliban perms audit --since 2h --action deny',
      "caliban perms audit --tool 'mcp__*' --tail 20 --follow",
      'caliban perms audit --since 7d --stats --project .',
    ],
  },
  {
    name: 'lint',
    usage: '[--scope all] [--all] [--json]',
    about: 'find load errors, duplicates, rules never reached, rules too broad',
    details:
      'Exits 0 when there is nothing to correct (a hint about a rule that does what it says is not), 1 when there is, 3 when a file does not load.',
    flags: {
      all: { about: 'the hints too, and every finding of files that have many' },
      scope: { ...FLAGS.scope, choices: ['all', ...SCOPES] },
      ...flags('workspace', 'no-pager', 'json'),
    },
    isPaged: true,
    examples: ['caliban perms lint', 'caliban perms lint --all', 'caliban perms lint --scope user --json'],
  },
  {
    name: 'check',
    usage: '[--scope SCOPE] [--coverage] [--json]',
    about: 'run the tests beside the rules',
    details: `A test is a [[permissions.tests]] table with call = "Bash:git push -f" and expect = "deny".
Exits 0 when every test passes, 1 when one fails, 3 when a file does not load.`,
    flags: {
      scope: { ...FLAGS.scope, choices: ['all', ...SCOPES] },
      ...flags('coverage', 'workspace', 'json'),
    },
    examples: ['caliban perms check', 'caliban perms check --scope project --coverage'],
  },
  {
    name: 'fix',
    usage: '(--last | --id TOOL_USE_ID | <tool> <input>) [--apply N] [--json]',
    about: 'find the smallest changes that settle a call, and what else each changes',
    details: `${INPUT}
Each change is shown with the command that makes it and with what it would have meant for the last 1000 calls of this project.`,
    operands: ['tool'],
    flags: flags('last', 'id', 'apply', 'workspace', 'json'),
    examples: ['caliban perms fix --last', "caliban perms fix Bash 'npm publish' --apply 1"],
  },
  {
    name: 'learn',
    usage: '[--from LIST] [--since 30d] [--project|--user] [--yes|--dry-run]',
    about: 'propose rules for what your agents already do, and review them one by one',
    details: `Reads what Claude Code, Codex, Gemini CLI, opencode and caliban recorded on this machine; nothing is sent anywhere.
Only calls that ran teach, in at least two sessions. A call that someone rejected, that a rule of yours stops, or that belongs to a
dangerous class teaches nothing and holds back every rule that would allow it. Sessions in which the agent asked no one teach nothing.`,
    flags: {
      from: { value: 'LIST', about: 'whose histories, between commas: claude, codex, gemini, opencode, log' },
      project: { about: "this project's calls, for the rules of this project" },
      ...flags('since', 'user', 'yes', 'dry-run', 'workspace', 'json'),
    },
    examples: [
      'caliban perms learn',
      'caliban perms learn --dry-run --since 90d',
      'caliban perms learn --user --from claude,log --yes',
    ],
  },
  {
    name: 'plan',
    usage: "[<draft file>|<git ref>] [--add 'PATTERN ACTION'] [--remove PATTERN] [--import FILE]",
    about: 'replay past calls under a changed policy, and find what it would newly let through',
    details: `A draft is judged in place of the scope's permissions.toml. A git ref has the project's files as they were before; the working
tree is what they are after. --add, --remove and --import change what is there after. Nothing is written.
Calls come from the log and the agents' histories: those of this project, or of all projects with --scope user.
Exits 0 when done, 1 with --no-new-access when something gets through that was stopped or that could not be decided, 2 for a command that
can't be meant, 3 for an error.`,
    flags: {
      ...flags('add', 'remove', 'import', 'at'),
      scope: { ...FLAGS.scope, choices: WRITABLE_SCOPES, about: 'whose file changes; project without it' },
      from: { value: 'LIST', about: 'whose histories, between commas: claude, codex, gemini, opencode, log' },
      since: { ...FLAGS.since, about: 'from here on; 30d without it' },
      project: { value: 'DIR', about: 'the project around this directory; only its calls are replayed' },
      ...flags('calls', 'no-new-access'),
      format: {
        ...FLAGS.format,
        choices: ['text', 'json', 'markdown'],
        about: 'how it is written; markdown for a comment',
      },
      ...flags('details', 'workspace', 'json'),
    },
    examples: [
      "caliban perms plan --add 'Bash:npm * allow'",
      'caliban perms plan draft.toml --scope user --details ask-allow',
      'caliban perms plan origin/main --no-new-access --format markdown',
    ],
  },
  {
    name: 'classes',
    usage: '[NAME] [--json]',
    about: 'list what a rule can name as @class, and what each class contains',
    operands: ['class'],
    flags: flags('json'),
    examples: ['caliban perms classes', 'caliban perms classes recursive-deletion'],
  },
];
