import type { Terminal } from '../process/terminal.ts';

export type AnswerTerminal = Pick<Terminal, 'out' | 'input'>;

/** Questions answered by one line each, all read from one standard input. */
export class Answers {
  readonly #terminal: AnswerTerminal;
  #lines: AsyncGenerator<string> | undefined;

  constructor(terminal: AnswerTerminal) {
    this.#terminal = terminal;
  }

  /** Enter alone means yes. The end of the input means no. */
  async isYes(question: string): Promise<boolean> {
    for (;;) {
      const line = await this.line(`${question} [Y/n] `);
      if (line === null || /^no?$/i.test(line)) return false;
      if (/^(?:y(?:es)?)?$/i.test(line)) return true;
      this.#terminal.out('please answer y or n\n');
    }
  }

  /** Null: there is no more input. */
  async line(prompt: string): Promise<string | null> {
    this.#terminal.out(prompt);
    this.#lines ??= linesOf(this.#terminal.input());
    const next = await this.#lines.next();
    if (next.done !== true) return next.value.trim();
    this.#terminal.out('\n');
    return null;
  }

  /** Lets the process end: reading from a terminal keeps it alive. */
  async end(): Promise<void> {
    await this.#lines?.return(undefined);
    this.#lines = undefined;
  }
}

async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
