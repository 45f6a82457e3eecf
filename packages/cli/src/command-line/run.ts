import { didYouMean, visible } from '@caliban/calls/text';
import type { Terminal } from '../process/terminal.ts';
import { type Args, readArgs } from './args.ts';
import type { Command } from './command.ts';
import { START, TOP_COMMANDS } from './command-table.ts';
import { CONFIGURATION_EXIT, ERROR_EXIT, FAILED_EXIT, USAGE_EXIT } from './exit-codes.ts';
import type { FlagName } from './flags.ts';
import { HUB_COMMANDS } from './hub-commands.ts';
import { PERMS_COMMANDS } from './perms-commands.ts';
import { ConfigurationError, UsageError } from './problems.ts';

/** argv → command → exit code. Only the command that runs is loaded. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [first, ...rest] = argv;
  switch (first) {
    case '--help':
    case '-h':
    case 'help':
      return help(rest, terminal);
    case '--version':
    case '-V': {
      const { version } = await import('../process/version.ts');
      terminal.out(`caliban ${version()}\n`);
      return 0;
    }
    case 'perms':
      return perms(rest, terminal);
    case 'hub':
      return hub(rest, terminal);
    case 'hook':
      // This is only for help: `main` starts the hook itself.
      return help(['hook'], terminal);
  }
  const command = TOP_COMMANDS.find(({ name }) => name === first);
  const load = first === undefined ? undefined : TOP[first];
  if (command !== undefined && load !== undefined) {
    return runCommand({ command, path: `caliban ${first}`, argv: rest, exits: TOP_EXITS, terminal }, load);
  }
  return runCommand({ command: START, path: 'caliban', argv, exits: TOP_EXITS, terminal }, async () => {
    return (await import('../commands/start.ts')).start;
  });
}

type Run = (args: Args, terminal: Terminal) => Promise<number>;

const TOP: Readonly<Record<string, () => Promise<Run>>> = {
  init: async () => (await import('../commands/init.ts')).init,
  doctor: async () => (await import('../commands/doctor.ts')).doctor,
  trust: async () => (await import('../commands/trust.ts')).trust,
  install: async () => (await import('../commands/install.ts')).install,
  uninstall: async () => (await import('../commands/uninstall.ts')).uninstall,
  undo: async () => (await import('../commands/undo.ts')).undo,
  inbox: async () => (await import('../commands/inbox.ts')).inbox,
  ui: async () => (await import('../commands/ui.ts')).ui,
  serve: async () => (await import('../commands/serve.ts')).serve,
  'mcp-proxy': async () => (await import('../commands/mcp-proxy.ts')).mcpProxy,
  'mcp-prompt-tool': async () => (await import('../commands/mcp-prompt-tool.ts')).mcpPromptTool,
  completion: async () => (await import('../commands/completion.ts')).completion,
  schema: async () => (await import('../commands/schema.ts')).schema,
  man: async () => (await import('../commands/man.ts')).man,
};

const VERBS: Readonly<Record<string, () => Promise<Run>>> = {
  list: async () => (await import('../commands/perms/list.ts')).list,
  test: async () => (await import('../commands/perms/test.ts')).test,
  explain: async () => (await import('../commands/perms/explain.ts')).explain,
  add: async () => (await import('../commands/perms/add.ts')).add,
  remove: async () => (await import('../commands/perms/remove.ts')).remove,
  import: async () => (await import('../commands/perms/import.ts')).importFrom,
  export: async () => (await import('../commands/perms/export.ts')).exportTo,
  audit: async () => (await import('../commands/perms/audit.ts')).audit,
  lint: async () => (await import('../commands/perms/lint.ts')).lint,
  plan: async () => (await import('../commands/perms/plan.ts')).plan,
  check: async () => (await import('../commands/perms/check.ts')).check,
  fix: async () => (await import('../commands/perms/fix.ts')).fix,
  learn: async () => (await import('../commands/perms/learn.ts')).learn,
  classes: async () => (await import('../commands/perms/classes.ts')).classes,
};

const HUB_VERBS: Readonly<Record<string, () => Promise<Run>>> = {
  setup: async () => (await import('../commands/hub/setup.ts')).setup,
  migrate: async () => (await import('../commands/hub/migrate.ts')).migrateDatabase,
  join: async () => (await import('../commands/hub/join.ts')).join,
  leave: async () => (await import('../commands/hub/join.ts')).leave,
  sync: async () => (await import('../commands/hub/sync.ts')).sync,
  status: async () => (await import('../commands/hub/status.ts')).status,
  token: async () => (await import('../commands/hub/token.ts')).token,
  policy: async () => (await import('../commands/hub/policy.ts')).policy,
  questions: async () => (await import('../commands/hub/questions.ts')).questions,
  answer: async () => (await import('../commands/hub/questions.ts')).answer,
  agents: async () => (await import('../commands/hub/agents.ts')).agents,
  audit: async () => (await import('../commands/hub/audit.ts')).audit,
  ui: async () => (await import('../commands/hub/ui.ts')).ui,
};

async function perms([verb, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  if (verb === undefined || verb === '--help' || verb === '-h' || verb === 'help')
    return help(['perms', ...rest], terminal);
  const command = PERMS_COMMANDS.find(({ name }) => name === verb);
  const load = VERBS[verb];
  if (command === undefined || load === undefined) return noSuchVerb([verb, ...rest], terminal);
  // If the reader closes the output before the verdict, the exit code must not look like a yes.
  if (verb === 'test' || verb === 'plan') process.exitCode = ERROR_EXIT;
  const exits = verb === 'plan' ? PLAN_EXITS : PERMS_EXITS;
  return runCommand({ command, path: `caliban perms ${verb}`, argv: rest, exits, terminal }, load);
}

async function hub([verb, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  if (verb === undefined || verb === '--help' || verb === '-h' || verb === 'help')
    return help(['hub', ...rest], terminal);
  const command = HUB_COMMANDS.find(({ name }) => name === verb);
  const load = HUB_VERBS[verb];
  if (command === undefined || load === undefined) return noSuchHubVerb(verb, terminal);
  return runCommand({ command, path: `caliban hub ${verb}`, argv: rest, exits: TOP_EXITS, terminal }, load);
}

function noSuchHubVerb(verb: string, terminal: Terminal): number {
  const near = didYouMean(
    verb,
    HUB_COMMANDS.map(({ name }) => name),
  );
  terminal.err(`caliban hub: there is no \`hub ${visible(verb)}\`${near}; see \`caliban hub --help\`\n`);
  return USAGE_EXIT;
}

type Exits = { readonly usage: number; readonly configuration: number; readonly failed: number };

const TOP_EXITS: Exits = { usage: USAGE_EXIT, configuration: CONFIGURATION_EXIT, failed: FAILED_EXIT };
/** A file that doesn't load ends every verb the same way, never with the exit code of a verdict. */
const PERMS_EXITS: Exits = { usage: ERROR_EXIT, configuration: ERROR_EXIT, failed: ERROR_EXIT };

/** Its verdict is 0 or 1, so a usage error can have its own code. */
const PLAN_EXITS: Exits = { ...PERMS_EXITS, usage: USAGE_EXIT };

type Invocation = {
  readonly command: Command;
  readonly path: string;
  readonly argv: readonly string[];
  readonly exits: Exits;
  readonly terminal: Terminal;
};

async function runCommand(
  { command, path, argv, exits, terminal }: Invocation,
  load: () => Promise<Run>,
): Promise<number> {
  try {
    const args = readArgs(command, argv);
    if (args.isSet('help')) {
      const { helpFor } = await import('./help.ts');
      terminal.out(helpFor(path, command));
      return 0;
    }
    const runIt = await load();
    const { columns, rows } = terminal;
    if (
      command.isPaged !== true ||
      columns === undefined ||
      rows === undefined ||
      UNPAGED.some((flag) => args.isSet(flag))
    )
      return await runIt(args, terminal);
    const { paged } = await import('../output/pager.ts');
    return await paged(terminal, { columns, rows }, (throughPager) => runIt(args, throughPager));
  } catch (error) {
    if (error instanceof ConfigurationError) {
      // Each line begins with the file it is about.
      terminal.err(`${visibleLines(error.message)}\n`);
      return exits.configuration;
    }
    terminal.err(`${path}: ${visibleLines(messageOf(error))}\n`);
    return error instanceof UsageError ? exits.usage : exits.failed;
  }
}

/** Output for programs, endless output, or the operator's choice. */
const UNPAGED: readonly FlagName[] = ['no-pager', 'json', 'follow'];

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node's own message names a file that means nothing to the user.
  const isMisplaced = (error as NodeJS.ErrnoException).code === 'ERR_INVALID_MODULE_SPECIFIER';
  return isMisplaced
    ? 'node cannot load it from below a directory with a backslash in its name; move it'
    : error.message;
}

function visibleLines(message: string): string {
  return message.split('\n').map(visible).join('\n');
}

/** Flags are ignored, so that anyone who asks for help gets it. */
async function help(words: readonly string[], terminal: Terminal): Promise<number> {
  const { helpFor, hubOverview, overview, permsOverview } = await import('./help.ts');
  const { fitted } = await import('../output/wrapped.ts');
  const say = (text: string) => terminal.out(fitted(text, terminal));
  const [first, second] = words.filter((word) => !word.startsWith('-') && word !== 'help');
  if (first === undefined) {
    say(overview());
    return 0;
  }
  if (first === 'perms' && second === undefined) {
    say(permsOverview());
    return 0;
  }
  if (first === 'perms') {
    const verb = PERMS_COMMANDS.find(({ name }) => name === second);
    if (verb === undefined) return noSuchVerb([second as string], terminal);
    say(helpFor(`caliban perms ${verb.name}`, verb));
    return 0;
  }
  if (first === 'hub') {
    const verb = HUB_COMMANDS.find(({ name }) => name === second);
    if (verb === undefined && second !== undefined) return noSuchHubVerb(second, terminal);
    say(verb === undefined ? hubOverview() : helpFor(`caliban hub ${verb.name}`, verb));
    return 0;
  }
  const command = TOP_COMMANDS.find(({ name }) => name === first);
  if (command === undefined) {
    const near = didYouMean(
      first,
      TOP_COMMANDS.map(({ name }) => name),
    );
    terminal.err(`caliban: there is no command \`${visible(first)}\`${near}; see \`caliban --help\`\n`);
    return USAGE_EXIT;
  }
  say(helpFor(`caliban ${command.name}`, command));
  return 0;
}

async function noSuchVerb(words: readonly string[], terminal: Terminal): Promise<number> {
  const { noSuchVerbText } = await import('./no-such-verb.ts');
  terminal.err(`caliban perms: ${noSuchVerbText(words, terminal)}\n`);
  return ERROR_EXIT;
}
