import { describePath } from '../describe/describe-path.ts';
import { redirectTargets } from '../describe/redirect-targets.ts';
import { SHELLS } from '../programs/shells.ts';
import type { Redirect } from '../types/command-line.ts';
import type { ResolvedPath } from '../types/subject.ts';
import type { CallContext, ToolCall } from '../types/tool-call.ts';
import { copiedTo } from './copied-to.ts';
import { expandHome } from './expand-home.ts';
import { withoutGlobalOptions } from './git-arguments.ts';
import { inputPaths, MAX_PATH_LENGTH, writesFiles } from './input-paths.ts';
import { GIT_READERS, keepsTo } from './reading/readers.ts';
import { interpreterNamed } from './risky-programs.ts';
import type { RunCommand, RunPlaces } from './run-commands.ts';

/** A file that is opened: as written, and its target. */
export type TouchedFile = ResolvedPath & { readonly access: 'read' | 'write' };

/** The file of a file tool, or those in the input of an unknown tool; empty for a command. */
export function filesOfCall(call: ToolCall): readonly TouchedFile[] {
  return remembered(OF_CALLS, call, () => {
    const { context, subject, access } = call;
    if (subject.kind === 'path') {
      const { kind, ...places } = subject;
      return [{ ...places, access: access === 'read' ? 'read' : 'write' }];
    }
    if (subject.kind !== 'none') return [];
    const paths = inputPaths(call).map(expandHome).filter(looksLikePath);
    return paths.flatMap((path) => placesOf(path, writesFiles(call) ? 'write' : 'read', context));
  });
}

/** The files that a command names in its words. */
export function filesOfCommand(command: RunCommand, { context }: ToolCall): readonly TouchedFile[] {
  return remembered(OF_COMMANDS, command, () => {
    if (namesOnly(command)) return [];
    const files = (access: TouchedFile['access'], paths: readonly string[]) =>
      paths.flatMap((path) =>
        placesFor(path, command.places).flatMap((cwd) => placesOf(path, access, { ...context, cwd })),
      );
    return [...files('read', namedPaths(command)), ...files('write', writtenPaths(command))];
  });
}

/** The files that a redirection may open, as far as the line shows. */
export function filesOfRedirect(index: number, { subject, context }: ToolCall): readonly TouchedFile[] {
  const redirect = subject.kind === 'command-line' ? subject.line.redirects[index] : undefined;
  if (redirect === undefined) return [];
  return remembered(OF_REDIRECTS, redirect, () => {
    const targets = redirect.target === null ? (redirect.possibleTargets?.() ?? []) : [redirect.target];
    // If the directory isn't known, the shell's initial directory is the best guess.
    const directories = redirect.directories ?? [[]];
    return targets.flatMap((target) =>
      (redirectTargets({ ...redirect, target, directories }, context) ?? []).map((places) => ({
        ...places,
        access: redirect.access,
      })),
    );
  });
}

/** Several classes use the same files, and every path is resolved. */
const OF_CALLS = new WeakMap<ToolCall, readonly TouchedFile[]>();
const OF_COMMANDS = new WeakMap<RunCommand, readonly TouchedFile[]>();
const OF_REDIRECTS = new WeakMap<Redirect, readonly TouchedFile[]>();

function remembered<K extends object>(
  known: WeakMap<K, readonly TouchedFile[]>,
  key: K,
  find: () => readonly TouchedFile[],
): readonly TouchedFile[] {
  const files = known.get(key) ?? find();
  known.set(key, files);
  return files;
}

function placesOf(path: string, access: TouchedFile['access'], context: CallContext): readonly TouchedFile[] {
  return path === '' ? [] : [{ ...describePath(path, context), access }];
}

/** A path that starts at the root or at home leads to the same file from everywhere. */
function placesFor(path: string, places: RunPlaces): RunPlaces {
  return /^[/~]/.test(path) ? places.slice(0, 1) : places;
}

const WRITERS =
  /^(?:tee|cp|mv|ln|install|dd|rsync|scp|chmod|chown|touch|truncate|rm|unlink|shred|patch|ed|ex|vim?|nvim|nano|emacs|curl|wget|tar|unzip)$/;

function writtenPaths(command: RunCommand): readonly string[] {
  if (!isWriter(command)) return [];
  if (command.program === 'dd') {
    return namedPaths({ ...command, args: command.args.filter((word) => word.startsWith('of=')) });
  }
  const { args } = command;
  return namedPaths({ ...command, args: copiedTo({ ...command, args: args.map(expandHome) }) ?? args });
}

function isWriter({ program, args }: RunCommand): boolean {
  if (program === 'git') return !isGitReader(args);
  if (/^(?:g?sed|perl|ruby)$/.test(program)) return args.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word));
  if (/^[gmn]?awk$/.test(program)) return args.some((word) => /\bprintf?\b[^;}\n]*>/.test(word));
  if (SHELLS.test(program) || program === 'source' || program === '.') return false;
  return WRITERS.test(program) || isInterpreter(program);
}

/** Without a word that the shell may expand to an option. */
function isGitReader(args: readonly string[]): boolean {
  const [subcommand = '', ...rest] = args[0] === '--no-pager' ? args.slice(1) : args;
  const reader = GIT_READERS.get(subcommand);
  return reader !== undefined && keepsTo(reader, rest) && !rest.some((word) => /[$`*?[{]/.test(word));
}

/** Programs that print, test or pass on a name without opening the file. */
const NAMES_ONLY =
  /^(?:ls|echo|printf|test|\[|\[\[|stat|basename|dirname|realpath|readlink|mkdir|which|type|man|tldr|ssh|ssh-add|alias|export|dscl)$/;

function namesOnly({ program, args }: RunCommand): boolean {
  if (program === 'openssl')
    return /^(?:x509|verify|crl)$/.test(args[0] ?? '') && !args.some((word) => /key$/i.test(word));
  if (program !== 'git') return NAMES_ONLY.test(program);
  return /^(?:commit|tag|status|ls-files|check-ignore)$/.test(withoutGlobalOptions(args)[0] ?? '');
}

function namedPaths(command: RunCommand): readonly string[] {
  return [...new Set(piecesOf(command).slice(0, mostPieces(command)).flatMap(pathsIn))];
}

/** There are more pieces than are examined, so it isn't known which files it touches. */
export function namesTooMuch(command: RunCommand): boolean {
  return !namesOnly(command) && piecesOf(command).length > mostPieces(command);
}

/** Each is resolved from every directory. */
function mostPieces({ places }: RunCommand): number {
  return 5000 / Math.max(1, places.length);
}

function piecesOf({ program, args }: RunCommand): readonly string[] {
  if (/^(?:jq|yq|gojq)$/.test(program)) return withoutFilter(args);
  return isInterpreter(program) ? args.flatMap((word) => [word, ...word.split(IN_CODE)]) : args;
}

/** The first operand selects what to show: `.key` isn't a file there. */
function withoutFilter(args: readonly string[]): readonly string[] {
  const filter = args.findIndex((word) => !word.startsWith('-') && !/^(?:e|ea|eval|eval-all)$/.test(word));
  return filter === -1 ? args : args.toSpliced(filter, 1);
}

/** Characters that may surround a path in a piece of code. */
const IN_CODE = /[\s'"`(),;=<>[\]{}|&]+/;

function isInterpreter(program: string): boolean {
  return interpreterNamed(program) !== undefined;
}

/** The word itself, and the part after `--option=`, `@` or in `from:to`. */
function pathsIn(word: string): readonly string[] {
  if (word === '' || word.length > MAX_PATH_LENGTH) return [];
  return [word, ...word.split(/[=@:,]/)].map(expandHome).filter(looksLikePath);
}

/** A text with blanks is a message, unless it starts like a path. */
function looksLikePath(text: string): boolean {
  if (text === '' || (text.startsWith('-') && !text.includes('/'))) return false;
  return !/\s/.test(text) || /^(?:\/|~\/|\.{1,2}\/)/.test(text);
}
