import { READ_ONLY_PROGRAMS } from './read-only-programs.ts';

/** When a program only shows something: the subcommands, and the options that exclude it. */
export type ReadOnlyProgram = {
  /** Options before the subcommand that take no value. */
  readonly flags?: string;
  /** Options before the subcommand that take the next word. */
  readonly values?: string;
  /** Subcommands that only show something, each with its arguments; several words are joined by a blank. Absent: it has none. */
  readonly shows?: RegExp;
  /** Subcommands that do more than it seems. */
  readonly except?: RegExp;
  /** Options that write, run or send something. Those of `CHANGING_OPTIONS` are excluded for every program. */
  readonly not?: RegExp;
  /** Every option must be one of these. */
  readonly only?: RegExp;
  /** Only without operands. */
  readonly bare?: true;
};

/** Whether the table lists the command as one that only shows something. */
export function asksOnly(program: string, args: readonly string[]): boolean {
  const row = READ_ONLY_PROGRAMS.get(program);
  if (row === undefined) return false;
  const given = afterGlobalOptions(row, args);
  if (given === null) return false;
  const options = args.filter((word) => /^-./.test(word));
  if (options.some((word) => CHANGING_OPTIONS.test(word) || row.not?.test(word) === true)) return false;
  if (args.some((word) => REMOTE.test(word))) return false;
  if (row.only !== undefined && !options.every((word) => row.only?.test(word))) return false;
  if (row.bare && given.some((word) => !word.startsWith('-'))) return false;
  const subcommand = given.join(' ');
  if (row.except?.test(subcommand)) return false;
  return row.shows === undefined || row.shows.test(subcommand) || asksForHelp(given);
}

/** With any value, these write a file, run a program, open a window or choose the server. */
const CHANGING_OPTIONS =
  /^--?(?:out|outfile|output-file|output-dir|output-directory|save|save-to|write|in-place|exec|execute|editor|edit|pager|browser|web|open|watch|follow-exec|fix|apply|install|upload|delete|remove|purge|prune|post-renderer|plugin|require|import|eval|command|cmd|cli-input-json|cli-input-yaml|kubeconfig|config-file|endpoint-url|ca-bundle|server|registry|userconfig|globalconfig|index-url|extra-index-url|find-links|trusted-host|flags-file|viewer|bootstrap|hostname|rules-dir|vault-password-file|replace-all|unset|unset-all|add|rename-section|remove-section)(?:=|$)/;

/** A server chosen by the line. */
const REMOTE = /^(?:oci|https?|ssh|git|ftp|tcp):\/\//i;

function afterGlobalOptions(
  { flags = '', values = '', shows }: ReadOnlyProgram,
  args: readonly string[],
): readonly string[] | null {
  if (shows === undefined || shows.test(args.join(' '))) return args;
  if (args.length === 1 && INFORMS.test(args[0] as string)) return args;
  const isFlag = new Set(flags.split(' '));
  const takesValue = new Set(values.split(' '));
  let at = 0;
  while (at < args.length && (args[at] as string).startsWith('-')) {
    const [name = ''] = (args[at] as string).split('=');
    if (takesValue.has(name)) at += args[at] === name ? 2 : 1;
    else if (isFlag.has(name)) at++;
    else return null;
  }
  return args.slice(at);
}

/** `docker build --help`; after `--`, or after what may be another program, it is an ordinary argument. */
function asksForHelp(given: readonly string[]): boolean {
  if (given.length === 1) return INFORMS.test(given[0] as string);
  const last = given.at(-1) ?? '';
  const names = given.slice(0, -1);
  const mayRun = names.length > 1 && RUNS_ANOTHER.test(names[0] as string);
  return HELP.test(last) && names.length <= 2 && !mayRun && names.every((word) => /^[a-z][a-z-]*$/.test(word));
}

const RUNS_ANOTHER = /^(?:run|exec|x|tool|create|start|plugin|alias)$/;
const HELP = /^(?:--help|--version)$/;
const INFORMS = /^(?:--help|--version|-h|-V|help)$/;
