import { describeCall, TOOL_PROFILES, type ToolCall } from '@caliban/calls';
import { READERS, riskyProgramsNamed, unitsOf } from '@caliban/calls/classes';
import { escapeGlob } from '@caliban/calls/globs';
import { writesOperands } from '@caliban/calls/programs';
import { openEndedProgram } from '../inspect/suggest/open-ended.ts';
import { SUBCOMMAND_PROGRAMS } from '../inspect/suggest/subcommand-programs.ts';
import { type Suggestion, suggestPatterns } from '../inspect/suggest/suggest-patterns.ts';

/** A pattern that covers a call; a wide one covers others too. */
export type LearnedPattern = Pick<Suggestion, 'pattern' | 'explanation'> & {
  readonly isWide: boolean;
  /** The part before the open end of a command pattern. */
  readonly prefix?: string;
};

/**
 * What could be learned from one call, wide before narrow. The open end of a command replaces a value (a path, a number, a quoted
 * text): options and bare words may be subcommands, and the next one may do anything.
 */
export function patternsFor(call: ToolCall): readonly LearnedPattern[] {
  const suggested = suggestPatterns(call);
  const narrow = suggested.at(-1);
  const { kind } = call.subject;
  if (kind === 'plain-command' || kind === 'command-line') {
    const exact = narrow?.preselected === true ? [{ ...narrow, isWide: false }] : [];
    return [...widePatterns(call), ...exact];
  }
  const own = suggested.map((each) => ({ ...each, isWide: each !== narrow || !each.preselected }));
  return kind === 'path' ? [...aboveIt(call), ...own] : own;
}

/** The same for the directories above the file's, inside the workspace. */
function aboveIt({ tool, subject, context }: ToolCall): readonly LearnedPattern[] {
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  if (subject.kind !== 'path' || field === undefined) return [];
  const { workspace } = context;
  const { written } = subject;
  if (!written.startsWith(`${workspace}/`)) return [];
  const steps = written.slice(workspace.length + 1).split('/');
  const name = steps.pop() ?? '';
  return steps.slice(0, -1).flatMap((_, index) => {
    const path = [workspace, ...steps.slice(0, index + 1), name].join('/');
    const call = describeCall({
      tool,
      input: { [field]: path },
      context: { ...context, realPath: asWritten },
    });
    return suggestPatterns(call)
      .slice(0, -1)
      .map((each) => ({ ...each, isWide: true }));
  });
}

/** A file that need not be there. */
function asWritten<Path>(path: Path): Path {
  return path;
}

function widePatterns(call: ToolCall): readonly LearnedPattern[] {
  const [unit] = unitsOf(call);
  if (unit === undefined || unit.assignments.length > 0 || call.tool !== 'Bash') return [];
  const prefix = prefixOf(unit.text);
  if (prefix === null || openEndedProgram(`${escapeGlob(prefix)} *`) !== null) return [];
  return [{ pattern: `Bash:${prefix} *`, explanation: `\`${prefix}\` with any arguments`, isWide: true, prefix }];
}

/** The words before the first value; null if there is none. */
function prefixOf(text: string): string | null {
  const words = text.split(' ', MAX_WORDS + 1);
  const start = programAt(words);
  const program = words[start] ?? '';
  if (!words.slice(0, start + 1).every((word) => PLAIN.test(word)) || isFileProgram(program)) return null;
  const at = words.findIndex((word, index) => index > start && isValue(word, words.slice(start, index)));
  if (at === -1 || at > MAX_WORDS || !words.slice(0, at).every((word) => PLAIN.test(word))) return null;
  // `gh -R o/r` may be followed by any subcommand.
  if (SUBCOMMAND_PROGRAMS.has(program) && (words[start + 1] ?? '').startsWith('-')) return null;
  const isRisky = start === 0 && riskyProgramsNamed(program).some(({ subcommand }) => subcommand === undefined);
  return isRisky ? scriptOf(words, at) : words.slice(0, at).join(' ');
}

/** Words of a prefix: longer ones are too narrow to be useful. */
const MAX_WORDS = 5;
const PLAIN = /^[\w./+:@-]+$/;

/** The index of the program: after a runner, as in `npx vitest run` or `python3 -m pytest`. */
function programAt(words: readonly string[]): number {
  const steps = [words[0] ?? '', `${words[0]} ${words[1]}`].findIndex((runner) => RUNNERS.has(runner)) + 1;
  // An option there may name the program, and a version may be any.
  return steps > 0 && PACKAGE.test(words[steps] ?? '') ? steps : 0;
}

const RUNNERS: ReadonlySet<string> = new Set([
  ...['npx', 'bunx', 'pnpm exec', 'yarn exec', 'bundle exec', 'uv run', 'poetry run', 'pipenv run', 'pdm run'],
  ...['python -m', 'python3 -m'],
]);
const PACKAGE = /^[A-Za-z_][\w.-]*$/;

/** Reads of such programs are learned as a class, and `mv *` would write anywhere. */
function isFileProgram(program: string): boolean {
  return READERS.has(program) || (program !== 'mkdir' && writesOperands(program));
}

function isValue(word: string, before: readonly string[]): boolean {
  // `if=x` says what the value is for, like an option.
  if (word.startsWith('-') || /^[A-Za-z]\w*=/.test(word)) return false;
  if (!/^[A-Za-z][\w:-]*$/.test(word)) return true;
  return isOperand(before);
}

/** `git checkout main`, `cargo test parser`: a name, not something that the program does. */
function isOperand([program = '', subcommand = '', ...others]: readonly string[]): boolean {
  if (!TAKES_OPERANDS.has(program) || subcommand === '' || subcommand.startsWith('-')) return false;
  return others.length > 0 || SUBCOMMAND_PROGRAMS.get(program)?.has(subcommand) === false;
}

/** Programs whose subcommands with subcommands are all known, and for which no further word names an action. */
const TAKES_OPERANDS: ReadonlySet<string> = new Set(
  'git gh cargo go npm pnpm yarn bun kubectl docker pip pip3'.split(' '),
);

/** An interpreter with its script named, as in `python3 scripts/seed.py *`. */
function scriptOf(words: readonly string[], at: number): string | null {
  const script = words[at] ?? '';
  if (at !== 1 || !/^(?:[\w@-]+\/)*[\w@.-]+\.(?:py|js|mjs|cjs|ts|sh|rb|pl)$/.test(script)) return null;
  return words.length > 2 ? `${words[0]} ${script}` : null;
}
