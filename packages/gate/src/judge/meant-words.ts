import type { CommandLine } from '@caliban/calls';
import { gitSubcommand, programName } from '@caliban/calls/programs';
import type { Word } from '@caliban/calls/types';

/** The text of a word, after quote removal. */
export function textOf({ value, possible, written }: Word): string {
  return value ?? (possible.length > 0 ? (possible[0] as string) : written);
}

export function plainWord(value: string): Word {
  return { written: value, value, possible: [value], isQuoted: false };
}

/** The command under the names that `git` and the line itself give it, one step; undefined if it has its real name. */
export function meantWords(
  words: readonly Word[],
  texts: readonly string[],
  names: LineNames | undefined,
): readonly Word[] | undefined {
  return names?.meant(words, texts) ?? meantGit(words, texts);
}

/** `git -c alias.p=push p` is `git push`, and so is `git-push`. */
function meantGit(words: readonly Word[], texts: readonly string[]): readonly Word[] | undefined {
  const program = programName(texts[0] as string);
  if (!program.startsWith('git')) return undefined;
  if (/^git-[a-z]/.test(program)) return [plainWord('git'), plainWord(program.slice(4)), ...words.slice(1)];
  if (program !== 'git') return undefined;
  const { at } = gitSubcommand(texts);
  if (at === 1 || at >= words.length) return undefined;
  const name = `alias.${texts[at]}=`;
  const set = texts.slice(1, at).findLast((text) => text.startsWith(name));
  return set === undefined ? undefined : aliased(words, at, set.slice(name.length));
}

/** The options before the subcommand stay: an alias may be defined by another one. */
function aliased(words: readonly Word[], at: number, alias: string): readonly Word[] {
  if (alias.startsWith('!')) return [plainWord('sh'), plainWord('-c'), plainWord(alias.slice(1))];
  return [...words.slice(0, at), ...alias.split(' ').map(plainWord), ...words.slice(at + 1)];
}

/** `git -C x push` is `git push`; null if no option precedes the subcommand. */
export function plainGit(texts: readonly string[]): readonly string[] | null {
  if (programName(texts[0] ?? '') !== 'git') return null;
  const { at } = gitSubcommand(texts);
  return at === 1 || at >= texts.length ? null : ['git', ...texts.slice(at)];
}

const NAMES = new WeakMap<CommandLine, LineNames | undefined>();

/** Computed once for a line: each of its commands needs it. */
export function namesOf(line: CommandLine): LineNames | undefined {
  if (line.units.length < 2) return undefined;
  if (NAMES.has(line)) return NAMES.get(line);
  const names = /alias\.|\b(?:hash|ln|cp|install)\b/.test(line.source) ? new LineNames(line) : undefined;
  NAMES.set(line, names);
  return names;
}

/** Names that the line itself gives to programs: `hash -p /bin/rm d`, `ln -s /bin/rm d`, `git config alias.p push`. */
export class LineNames {
  readonly #programs = new Map<string, string>();
  readonly #subcommands = new Map<string, string>();

  constructor({ units }: CommandLine) {
    for (const { name, words } of units) {
      if (name === 'hash') this.#addHashed(words.map(textOf));
      if (name === 'git') this.#addAlias(words.map(textOf));
      if (name === 'ln' || name === 'cp' || name === 'install') this.#addCopied(words.map(textOf));
    }
  }

  meant(words: readonly Word[], texts: readonly string[]): readonly Word[] | undefined {
    const name = programName(texts[0] as string);
    const program = this.#programs.get(name);
    if (program !== undefined) return [plainWord(program), ...words.slice(1)];
    if (this.#subcommands.size === 0 || name !== 'git') return undefined;
    const { at } = gitSubcommand(texts);
    const alias = at < words.length ? this.#subcommands.get(texts[at] as string) : undefined;
    return alias === undefined ? undefined : aliased(words, at, alias);
  }

  #addHashed(texts: readonly string[]): void {
    const at = texts.indexOf('-p');
    const [path, ...names] = at === -1 ? [] : texts.slice(at + 1);
    if (path !== undefined) for (const name of names) this.#addProgram(name, path);
  }

  #addCopied(texts: readonly string[]): void {
    const [from, to, ...more] = texts.slice(1).filter((text) => !text.startsWith('-'));
    if (from !== undefined && to !== undefined && more.length === 0) this.#addProgram(programName(to), from);
  }

  #addProgram(name: string, path: string): void {
    const program = WHICH.exec(path)?.[1] ?? path;
    if (name !== '' && programName(program) !== name) this.#programs.set(name, program);
  }

  #addAlias(texts: readonly string[]): void {
    if (texts[gitSubcommand(texts).at] !== 'config') return;
    const at = texts.findIndex((text) => text.startsWith('alias.'));
    const meaning = texts[at + 1];
    if (at !== -1 && meaning !== undefined)
      this.#subcommands.set((texts[at] as string).slice('alias.'.length), meaning);
  }
}

/** `$(which rm)`. */
const WHICH = /^"?(?:\$\(|`)\s*(?:which|command\s+-v|type\s+-[pP])\s+([\w./+-]+)\s*[)`]"?$/;
