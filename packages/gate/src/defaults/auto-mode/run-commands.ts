import { splitWords } from '../../classify/split-words.ts';
import { analyseCommandLine } from '../../shell/analyse-command-line.ts';
import { SHELLS } from '../../shell/spell/shells.ts';
import type { CommandLine, Unit } from '../../types/command-line.ts';
import type { Surroundings, ToolCall } from '../../types/tool-call.ts';
import { type Places, placesOfUnits, startOf } from './places-of-units.ts';
import { baseName, isOpenName, splitName } from './program-name.ts';
import { Variables } from './variables.ts';
import { wrappedCommands } from './wrapped-commands.ts';

/** A program that a call runs. Good enough to recognise a danger, never to prove that there is none. */
export type RunCommand = {
  /** Without its directory; as it is written where nobody can tell its name, and empty where something could not be read to its end. */
  readonly program: string;
  /** After quote removal. */
  readonly args: readonly string[];
  /** As it stands in the line, with what is wrapped around it. */
  readonly text: string;
  /** Where it may run. */
  readonly places: Places;
};

/** Every program the call runs as far as that can be read: also behind `env`, `xargs` and the like, and inside `sh -c '…'`. */
export function runCommands(call: ToolCall): readonly RunCommand[] {
  const known = KNOWN.get(call);
  if (known !== undefined) return known;
  const commands = new CommandsRun(call).found;
  KNOWN.set(call, commands);
  return commands;
}

/** Each class of a list asks for the same call. */
const KNOWN = new WeakMap<ToolCall, readonly RunCommand[]>();

/** Wrappers around wrappers, code inside code. */
const DEEPEST = 20;

/** How much code inside of words is read, all in all. */
const MOST_CODE = 256 * 1024;

const MOST_WORDS = 2000;

/** Words that may be paths, from every place that they may be seen from. */
const MOST_LOOKUPS = 2000;

class CommandsRun {
  readonly found: RunCommand[] = [];
  readonly #surroundings: Surroundings;
  #codeLeft = MOST_CODE;

  constructor({ subject, surroundings }: ToolCall) {
    this.#surroundings = surroundings;
    const around: Around = { places: startOf(surroundings), depth: 0, variables: null };
    if (subject.kind === 'plain-command') this.#addCommand(subject.text, subject.text.split(' '), around);
    if (subject.kind === 'command-line') this.#addLine(subject.line, around);
    this.#boundPlaces();
  }

  /** A line that moves about and does much is looked at from the first place alone, and counts as not read to its end. */
  #boundPlaces(): void {
    const moved = this.found.filter(({ places }) => places.length > 1);
    if (moved.reduce((sum, { args, places }) => sum + args.length * places.length, 0) <= MOST_LOOKUPS) return;
    for (const [index, command] of this.found.entries()) {
      this.found[index] = { ...command, places: command.places.slice(0, 1) };
    }
    this.#addUnread(moved[0]?.text ?? '');
  }

  #addLine(line: CommandLine, outer: Around): void {
    const { units, inputs = [], overLimit, source } = line;
    const { depth } = outer;
    const variables = new Variables(line, outer.variables);
    if (overLimit) this.#addUnread(source);
    const places = placesOfUnits(line, outer.places, this.#surroundings);
    // What a shell reads from its input is code like any other.
    const reader = depth < DEEPEST ? units.findIndex(readsCode) : -1;
    if (reader !== -1)
      for (const input of inputs) this.#addCode(input, { places: places[reader] ?? [], depth: depth + 1, variables });
    for (const [index, { command: words, plain, name, settled }] of units.entries()) {
      const around: Around = { places: places[index] ?? [], depth, variables };
      const split = splitWords(words).words;
      // The grammar knows quotes that a simple split does not: `$'…'`.
      this.#addCommand(words, name === null ? split : [name, ...split.slice(1)], around);
      if (split.join(' ') !== plain) this.#addCommand(words, plain.split(' '), around);
      for (const text of settled?.().texts ?? []) if (text !== '') this.#addCommand(words, text.split(' '), around);
    }
  }

  #addCommand(text: string, words: readonly string[], around: Around): void {
    const { places, depth, variables } = around;
    const { program, args } = namedCommand(words, variables);
    this.found.push({ program, args, text, places });
    if (args.length > MOST_WORDS) this.#addUnread(text);
    const within: Around = { places, depth: depth + 1, variables };
    for (const inner of wrappedCommands(program, args)) {
      if (depth === DEEPEST) this.#addUnread(text);
      else if (inner.kind === 'words') this.#addCommand(text, inner.words, within);
      else this.#addCode(inner.code, within);
    }
  }

  #addCode(code: string, around: Around): void {
    this.#codeLeft -= code.length;
    if (this.#codeLeft < 0) this.#addUnread(code);
    else this.#addLine(analyseCommandLine(code, this.#surroundings.shell), around);
  }

  #addUnread(text: string): void {
    this.found.push({ program: '', args: [], text, places: [] });
  }
}

/** What holds where a command or a piece of code stands. */
type Around = {
  readonly places: Places;
  readonly depth: number;
  readonly variables: Variables | null;
};

function namedCommand(
  words: readonly string[],
  variables: Variables | null,
): { readonly program: string; readonly args: readonly string[] } {
  const { name, args } = splitName(words);
  const program = baseName(name);
  const meant = isOpenName(program) ? variables?.wordsOf(program) : null;
  if (meant === null || meant === undefined) return { program, args };
  return { program: baseName(meant[0] as string), args: [...meant.slice(1), ...args] };
}

/** A shell that is given no script: `bash`, `sh -s`. */
function readsCode({ plain }: Unit): boolean {
  const [name = '', ...args] = plain.split(' ');
  return SHELLS.test(baseName(name)) && (args.includes('-s') || args.every((word) => word.startsWith('-')));
}
