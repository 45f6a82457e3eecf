import { READERS } from '../classes/reading/readers.ts';
import { riskyProgramsNamed } from '../classes/risky-programs.ts';
import { unitsOf } from '../classes/run-commands.ts';
import { describeCall } from '../describe/describe-call.ts';
import { TOOL_PROFILES } from '../describe/tool-profiles.ts';
import { openEndedProgram } from '../inspect/open-ended.ts';
import { SUBCOMMAND_PROGRAMS } from '../inspect/subcommand-programs.ts';
import { type Suggestion, suggestPatterns } from '../inspect/suggest-patterns.ts';
import { escapeGlob } from '../text/text-glob.ts';
import type { ToolCall } from '../types/tool-call.ts';

/** A pattern that covers a call; a wide one covers others too. */
export type LearnedPattern = Pick<Suggestion, 'pattern' | 'explanation'> & {
  readonly isWide: boolean;
  /** What stands before the open end of a command pattern. */
  readonly prefix?: string;
};

/**
 * What could be learned from one call, wide before narrow. The open end of a command stands for a value (a path, a number, a quoted
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
function aboveIt({ tool, subject, surroundings }: ToolCall): readonly LearnedPattern[] {
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  if (subject.kind !== 'path' || field === undefined) return [];
  const { workspace } = surroundings;
  const { written } = subject;
  if (!written.startsWith(`${workspace}/`)) return [];
  const steps = written.slice(workspace.length + 1).split('/');
  const name = steps.pop() ?? '';
  return steps.slice(0, -1).flatMap((_, index) => {
    const path = [workspace, ...steps.slice(0, index + 1), name].join('/');
    const call = describeCall({
      tool,
      input: { [field]: path },
      surroundings: { ...surroundings, realPath: asWritten },
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

/** The words before the first value; null where there is none. */
function prefixOf(text: string): string | null {
  const words = text.split(' ', MAX_WORDS + 1);
  const [program = ''] = words;
  // What reads is learned as a class: `cat *` would read anywhere.
  if (!PLAIN.test(program) || READERS.has(program)) return null;
  const at = words.findIndex((word, index) => index > 0 && isValue(word, words.slice(0, index)));
  if (at === -1 || at > MAX_WORDS || !words.slice(0, at).every((word) => PLAIN.test(word))) return null;
  // `gh -R o/r` may be followed by any subcommand.
  if (SUBCOMMAND_PROGRAMS.has(program) && (words[1] ?? '').startsWith('-')) return null;
  if (riskyProgramsNamed(program).some(({ subcommand }) => subcommand === undefined)) return scriptOf(words, at);
  return words.slice(0, at).join(' ');
}

/** Words of a prefix: longer ones are too narrow to be of use. */
const MAX_WORDS = 4;
const PLAIN = /^[\w./+:@-]+$/;

function isValue(word: string, before: readonly string[]): boolean {
  // `if=x` says what the value is for, like an option.
  if (word.startsWith('-') || /^[A-Za-z]\w*=/.test(word)) return false;
  if (!/^[A-Za-z][\w:-]*$/.test(word)) return true;
  return isGitOperand(before);
}

/** `git checkout main`: a name of a branch, not of something that git does. */
function isGitOperand([program, subcommand = '', ...others]: readonly string[]): boolean {
  if (program !== 'git' || subcommand === '' || subcommand.startsWith('-')) return false;
  return others.length > 0 || SUBCOMMAND_PROGRAMS.get(program)?.has(subcommand) === false;
}

/** An interpreter with its script named, as in `python3 scripts/seed.py *`. */
function scriptOf(words: readonly string[], at: number): string | null {
  const script = words[at] ?? '';
  if (at !== 1 || !/^(?:[\w@-]+\/)*[\w@.-]+\.(?:py|js|mjs|cjs|ts|sh|rb|pl)$/.test(script)) return null;
  return words.length > 2 ? `${words[0]} ${script}` : null;
}
