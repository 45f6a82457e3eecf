import { splitWords } from '../../classify/split-words.ts';
import { analyseCommandLine } from '../../shell/analyse-command-line.ts';
import { SHELLS } from '../../shell/shells.ts';
import type { CommandLine, Unit } from '../../types/command-line.ts';
import type { ToolCall } from '../../types/tool-call.ts';
import { wrappedCommands } from './wrapped-commands.ts';

/** A program that a call runs. Good enough to recognise a danger, never to prove that there is none. */
export type RunCommand = {
  /** Without its directory; empty where something could not be read to its end. */
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
    if (subject.kind === 'plain-command') this.#addCommand(subject.text, subject.text.split(' '), 0);
    if (subject.kind === 'command-line') this.#addLine(subject.line, 0);
  }

  #addLine({ units, inputs = [], overLimit, source }: CommandLine, depth: number): void {
    if (overLimit) this.#addUnread(source);
    // What a shell reads from its input is code like any other.
    if (depth < DEEPEST && units.some(readsCode)) for (const input of inputs) this.#addCode(input, depth + 1);
    for (const { words, plain, settled } of units) {
      const split = splitWords(words).words;
      this.#addCommand(words, split, depth);
      // The grammar knows quotes that a simple split does not: `$'…'`.
      if (split.join(' ') !== plain) this.#addCommand(words, plain.split(' '), depth);
      for (const text of settled?.() ?? []) this.#addCommand(words, text.split(' '), depth);
    }
  }

  #addCommand(text: string, words: readonly string[], depth: number): void {
    const [name = '', ...args] = words;
    const program = baseName(name);
    this.found.push({ program, args, text });
    if (args.length > MOST_WORDS) this.#addUnread(text);
    for (const inner of wrappedCommands(program, args)) {
      if (depth === DEEPEST) this.#addUnread(text);
      else if (inner.kind === 'words') this.#addCommand(text, inner.words, depth + 1);
      else this.#addCode(inner.code, depth + 1);
    }
  }

  #addCode(code: string, depth: number): void {
    this.#codeLeft -= code.length;
    if (this.#codeLeft < 0) this.#addUnread(code);
    else this.#addLine(analyseCommandLine(code, this.#shell), depth);
  }

  #addUnread(text: string): void {
    this.found.push({ program: '', args: [], text });
  }
}

/** A shell that is given no script: `bash`, `sh -s`. */
function readsCode({ plain }: Unit): boolean {
  const [name = '', ...args] = plain.split(' ');
  return SHELLS.test(baseName(name)) && (args.includes('-s') || args.every((word) => word.startsWith('-')));
}

function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replace(/\.exe$/i, '');
}
