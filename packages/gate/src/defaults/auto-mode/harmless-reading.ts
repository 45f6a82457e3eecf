import type { ListClass } from '../../classify/list-class.ts';
import { describeCall } from '../../describe/describe-call.ts';
import { redirectTargets } from '../../judge/redirect-targets.ts';
import { belowAnchor } from '../../text/path-glob.ts';
import type { Surroundings, ToolCall } from '../../types/tool-call.ts';
import { everyPlaceOf, type Places, startOf } from './places-of-units.ts';
import { GIT_READERS, keepsTo, pathsGiven, READERS, type Reader } from './readers.ts';

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
  const places = placesOf(call);
  if (places === null) return false;
  return pathsGiven(reader, args).every((path) =>
    places.every((cwd) => isInWorkspace(path, { ...call.surroundings, cwd })),
  );
}

/**
 * Everywhere that its commands may stand: an allow for one of them holds for the same text wherever it stands in the line. Null
 * where that cannot be known, or where something outside the workspace is fed to them.
 */
function placesOf(call: ToolCall): Places | null {
  const known = KNOWN.get(call);
  if (known !== undefined) return known;
  const places = findPlaces(call);
  KNOWN.set(call, places);
  return places;
}

/** Each command of a line asks for the same call. */
const KNOWN = new WeakMap<ToolCall, Places | null>();

function findPlaces({ subject, surroundings }: ToolCall): Places | null {
  if (subject.kind !== 'command-line') return startOf(surroundings);
  const reads = subject.line.redirects.filter(({ access }) => access === 'read');
  const isFedFromInside = reads.every((redirect) =>
    redirectTargets(redirect, surroundings)?.every((target) => isInside([target.written, target.real], surroundings)),
  );
  return isFedFromInside ? everyPlaceOf(subject.line, surroundings) : null;
}

/** Also where its links lead. `..` is refused: behind a link it leads elsewhere. */
function isInWorkspace(path: string, surroundings: Surroundings): boolean {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(path) || (path.startsWith('~') && surroundings.home === undefined)) return false;
  const { subject } = describeCall({ tool: 'Read', input: { path }, surroundings });
  return subject.kind === 'path' && isInside([subject.written, subject.real], surroundings);
}

function isInside(places: Places, surroundings: Surroundings): boolean {
  return places.every((place) => belowAnchor('workspace', place, surroundings) !== null);
}

const KNOWN_TOOLS =
  /^(?:node|npm|npx|pnpm|yarn|bun|deno|tsc|python3?|pip3?|uv|ruby|gem|go|cargo|rustc|java|javac|gcc|clang|make|cmake|git|docker|kubectl)$/;

function asksForVersion([program = '', ...args]: readonly string[]): boolean {
  return KNOWN_TOOLS.test(program) && args.length === 1 && args[0] === '--version';
}
