import { describeCall } from '../../describe/describe-call.ts';
import { interpreterNamed } from '../../inspect/open-ended.ts';
import { SHELLS } from '../../shell/spell/shells.ts';
import type { AbsolutePath } from '../../types/absolute-path.ts';
import type { ToolCall } from '../../types/tool-call.ts';
import { copiedTo } from './copied-to.ts';
import { expandHome } from './expand-home.ts';
import { withoutGlobalOptions } from './git-arguments.ts';
import { inputPaths, LONGEST_PATH, writesFiles } from './input-paths.ts';
import { type Places, startOf } from './places-of-units.ts';
import { GIT_READERS, keepsTo } from './readers.ts';
import { type RunCommand, runCommands } from './run-commands.ts';

/**
 * The files a call touches, each as a Read or a Write of it: those a command names in its words, the one of a file tool, or
 * those in the input of a tool nobody knows.
 */
export function fileCalls(call: ToolCall, wanted: 'any' | 'written'): readonly ToolCall[] {
  const known = KNOWN[wanted].get(call) ?? readFileCalls(call, wanted);
  KNOWN[wanted].set(call, known);
  return known;
}

/** Several classes of a list ask for the same call, and every path is looked up. */
const KNOWN = {
  any: new WeakMap<ToolCall, readonly ToolCall[]>(),
  written: new WeakMap<ToolCall, readonly ToolCall[]>(),
};

function readFileCalls(call: ToolCall, wanted: 'any' | 'written'): readonly ToolCall[] {
  const { surroundings, subject, access } = call;
  if (subject.kind === 'path') {
    if (access === 'read') return wanted === 'any' ? [{ ...call, tool: 'Read' }] : [];
    return [{ ...call, tool: 'Write' }];
  }
  if (subject.kind === 'none') {
    const tool = writesFiles(call) ? 'Write' : 'Read';
    if (wanted === 'written' && tool === 'Read') return [];
    const paths = inputPaths(call).map(expandHome).filter(looksLikePath);
    return paths.map((path) => describeCall({ tool, input: { path }, surroundings }));
  }
  const { realPath, ...withoutLinks } = surroundings;
  const [start] = startOf(surroundings);
  let looksLeft = MOST_LOOKS;
  const from = (cwd: AbsolutePath) => ({ ...(cwd === start || looksLeft-- > 0 ? surroundings : withoutLinks), cwd });
  return runCommands(call).flatMap((command) => {
    if (namesOnly(command)) return [];
    const callsOf = (tool: 'Read' | 'Write', paths: readonly string[]) =>
      paths.flatMap((path) =>
        placesFor(path, command.places).map((cwd) => describeCall({ tool, input: { path }, surroundings: from(cwd) })),
      );
    const written = callsOf('Write', writtenPaths(command));
    return wanted === 'any' ? [...callsOf('Read', namedPaths(command)), ...written] : written;
  });
}

/** So often it is looked up where links lead from a place the line moves to: one that is not there has many parents to ask about. */
const MOST_LOOKS = 100;

/** A path that starts at the root or at home leads to the same file from everywhere. */
function placesFor(path: string, places: Places): Places {
  return /^[/~]/.test(path) ? places.slice(0, 1) : places;
}

const WRITERS =
  /^(?:tee|cp|mv|ln|install|dd|rsync|scp|chmod|chown|touch|truncate|rm|unlink|shred|patch|ed|ex|vim?|nvim|nano|emacs|curl|wget|tar|unzip)$/;

function writtenPaths(command: RunCommand): readonly string[] {
  if (!isWriter(command)) return [];
  const { args } = command;
  return namedPaths({ ...command, args: copiedTo({ ...command, args: args.map(expandHome) }) ?? args });
}

function isWriter({ program, args }: RunCommand): boolean {
  if (program === 'git') return !isGitReader(args);
  if (/^(?:g?sed|perl|ruby)$/.test(program)) return args.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word));
  if (/^[gmn]?awk$/.test(program)) return args.some((word) => word.includes('>'));
  if (SHELLS.test(program) || program === 'source' || program === '.') return false;
  return WRITERS.test(program) || isInterpreter(program);
}

/** Without a word that the shell may make an option of. */
function isGitReader(args: readonly string[]): boolean {
  const [subcommand = '', ...rest] = args[0] === '--no-pager' ? args.slice(1) : args;
  const reader = GIT_READERS.get(subcommand);
  return reader !== undefined && keepsTo(reader, rest) && !rest.some((word) => /[$`*?[{]/.test(word));
}

/** Programs that print, test or hand on a name without opening the file. */
const NAMES_ONLY =
  /^(?:ls|echo|printf|test|\[|\[\[|stat|basename|dirname|realpath|readlink|mkdir|which|type|man|tldr|ssh|ssh-add|alias|export)$/;

function namesOnly({ program, args }: RunCommand): boolean {
  if (program !== 'git') return NAMES_ONLY.test(program);
  return /^(?:commit|tag|status|ls-files|check-ignore)$/.test(withoutGlobalOptions(args)[0] ?? '');
}

function namedPaths(command: RunCommand): readonly string[] {
  return [...new Set(piecesOf(command).slice(0, mostPieces(command)).flatMap(pathsIn))];
}

/** More pieces than are looked at, so that nobody can say which files it touches. */
export function namesTooMuch(command: RunCommand): boolean {
  return !namesOnly(command) && piecesOf(command).length > mostPieces(command);
}

/** Each is looked up from every place. */
function mostPieces({ places }: RunCommand): number {
  return 5000 / Math.max(1, places.length);
}

function piecesOf({ program, args }: RunCommand): readonly string[] {
  return isInterpreter(program) ? args.flatMap((word) => [word, ...word.split(IN_CODE)]) : args;
}

/** What may stand around a path in a piece of code. */
const IN_CODE = /[\s'"`(),;=<>[\]{}|&]+/;

function isInterpreter(program: string): boolean {
  return interpreterNamed(program) !== undefined;
}

/** The word itself, and what stands behind `--option=`, `@` or in `from:to`. */
function pathsIn(word: string): readonly string[] {
  if (word === '' || word.length > LONGEST_PATH) return [];
  return [word, ...word.split(/[=@:,]/)].map(expandHome).filter(looksLikePath);
}

/** A text with blanks is a message, unless it starts like a path. */
function looksLikePath(text: string): boolean {
  if (text === '' || (text.startsWith('-') && !text.includes('/'))) return false;
  return !/\s/.test(text) || /^(?:\/|~\/|\.{1,2}\/)/.test(text);
}
