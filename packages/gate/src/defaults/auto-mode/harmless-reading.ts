import type { ListClass } from '../../classify/list-class.ts';
import { describeCall } from '../../describe/describe-call.ts';
import { pathBelow } from '../../text/path.ts';
import type { ToolCall } from '../../types/tool-call.ts';
import { GIT_READERS, keepsTo, optionsAndOperands, READERS, type Reader } from './readers.ts';

/**
 * Commands that only read, inside the workspace. An option counts only if it is known to be harmless: `sort -o`, `find -exec`,
 * `rg --pre` and `git diff --output` write or run something.
 */
export const HARMLESS_READING: ListClass = {
  name: 'harmless-reading',
  why: 'only reads, inside the workspace',
  patterns: [
    ...['Bash:pwd', 'Bash:ls', 'Bash:whoami', 'Bash:date', 'Bash:uname', 'Bash:uname -a'],
    ...['Bash:git status', 'Bash:git branch', 'Bash:git remote -v', 'Bash:git stash list', 'Bash:git worktree list'],
  ],
  covers: (words, call) => onlyReads(words, call) || asksForVersion(words),
};

function onlyReads(words: readonly string[], call: ToolCall): boolean {
  const [program = '', ...args] = words;
  if (program !== 'git') return readsBy(READERS.get(program), args, call);
  const [subcommand = '', ...rest] = args[0] === '--no-pager' ? args.slice(1) : args;
  return readsBy(GIT_READERS.get(subcommand), rest, call);
}

function readsBy(reader: Reader | undefined, args: readonly string[], call: ToolCall): boolean {
  if (reader === undefined || !keepsTo(reader, args)) return false;
  const { operands: kind = 'paths' } = reader;
  if (kind === 'text') return true;
  const { given, operands } = optionsAndOperands(args);
  const searched = kind !== 'paths' && !given.some((word) => kind.givenBy.test(word)) ? 1 : 0;
  const values = given.flatMap((word) => /^--[\w-]+=(.+)$/.exec(word)?.[1] ?? []);
  return [...values, ...operands.slice(searched)].every((path) => isInWorkspace(path, call));
}

/** Also where its links lead. `..` is refused: after a `cd` it leads elsewhere. */
function isInWorkspace(path: string, { surroundings }: ToolCall): boolean {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(path)) return false;
  const { subject } = describeCall({ tool: 'Read', input: { path }, surroundings });
  if (subject.kind !== 'path') return false;
  return [subject.written, subject.real].every((place) => pathBelow(place, surroundings.workspace) !== null);
}

const KNOWN_TOOLS =
  /^(?:node|npm|npx|pnpm|yarn|bun|deno|tsc|python3?|pip3?|uv|ruby|gem|go|cargo|rustc|java|javac|gcc|clang|make|cmake|git|docker|kubectl)$/;

function asksForVersion([program = '', ...args]: readonly string[]): boolean {
  return KNOWN_TOOLS.test(program) && args.length === 1 && args[0] === '--version';
}
