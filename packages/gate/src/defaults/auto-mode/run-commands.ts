import { splitWords } from '../../classify/split-words.ts';
import { analyseCommandLine } from '../../shell/analyse-command-line.ts';
import { SHELLS } from '../../shell/shells.ts';
import type { CommandLine, Unit } from '../../types/command-line.ts';
import type { ToolCall } from '../../types/tool-call.ts';
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

class CommandsRun {
  readonly found: RunCommand[] = [];
  readonly #shell: ToolCall['surroundings']['shell'];
  #codeLeft = MOST_CODE;

  constructor({ subject, surroundings }: ToolCall) {
    this.#shell = surroundings.shell;
    if (subject.kind === 'plain-command') this.#addCommand(subject.text, subject.text.split(' '), 0, null);
    if (subject.kind === 'command-line') this.#addLine(subject.line, 0, null);
  }

  #addLine(line: CommandLine, depth: number, outer: Variables | null): void {
    const { units, inputs = [], overLimit, source } = line;
    const variables = new Variables(line, outer);
    if (overLimit) this.#addUnread(source);
    // What a shell reads from its input is code like any other.
    if (depth < DEEPEST && units.some(readsCode))
      for (const input of inputs) this.#addCode(input, depth + 1, variables);
    for (const { words, plain, name, settled } of units) {
      const split = splitWords(words).words;
      // The grammar knows quotes that a simple split does not: `$'…'`.
      this.#addCommand(words, name === null ? split : [name, ...split.slice(1)], depth, variables);
      if (split.join(' ') !== plain) this.#addCommand(words, plain.split(' '), depth, variables);
      for (const text of settled?.().texts ?? [])
        if (text !== '') this.#addCommand(words, text.split(' '), depth, variables);
    }
  }

  #addCommand(text: string, words: readonly string[], depth: number, variables: Variables | null): void {
    const { program, args } = namedCommand(words, variables);
    this.found.push({ program, args, text });
    if (args.length > MOST_WORDS) this.#addUnread(text);
    for (const inner of wrappedCommands(program, args)) {
      if (depth === DEEPEST) this.#addUnread(text);
      else if (inner.kind === 'words') this.#addCommand(text, inner.words, depth + 1, variables);
      else this.#addCode(inner.code, depth + 1, variables);
    }
  }

  #addCode(code: string, depth: number, outer: Variables | null): void {
    this.#codeLeft -= code.length;
    if (this.#codeLeft < 0) this.#addUnread(code);
    else this.#addLine(analyseCommandLine(code, this.#shell), depth, outer);
  }

  #addUnread(text: string): void {
    this.found.push({ program: '', args: [], text });
  }
}

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
