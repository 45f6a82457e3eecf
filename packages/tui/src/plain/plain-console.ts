import { StringDecoder } from 'node:string_decoder';
import { safeLines } from '../screen/safe-text.ts';
import { withoutEscapes } from './without-escapes.ts';

/** Lines in, lines out; nothing is ever overwritten. */
export interface PlainConsole {
  /** Text from outside: made safe first. */
  print(text: string): void;
  /** The same without a line end, for prompts. */
  ask(text: string): void;
  /** A text to print before every prompt from now on, if it isn't empty. */
  markPrompts(mark: () => string): void;
  /** The next line; null if the input has ended or the wait was aborted. */
  nextLine(signal?: AbortSignal): Promise<string | null>;
  /** Discards everything typed so far, including an unfinished line, until no key was pressed for a moment. */
  discardTyped(): Promise<void>;
  /** On ctrl+c. Returns a function that stops listening. */
  onInterrupt(listener: () => void): () => void;
  close(): void;
}

export type PlainStreams = {
  readonly input: NodeJS.ReadStream;
  readonly output: { write(text: string): unknown };
  /** How long no key must have been pressed before an answer is accepted. */
  readonly quietMs?: number;
};

/** Someone who is typing when a question appears needs this long to hear it. */
const QUIET_MS = 300;
const CTRL_C = '\u0003';

export function plainConsole({ input, output, quietMs = QUIET_MS }: PlainStreams): PlainConsole {
  const decoder = new StringDecoder('utf8');
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  let waiting: ((line: string | null) => void)[] = [];
  let rest = '';
  let ended = false;
  let markOf = () => '';
  /** While set, input is discarded. */
  let onNoise: (() => void) | null = null;

  function onData(chunk: Buffer | string): void {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (onNoise !== null) {
      // In raw mode ctrl+c arrives as a byte.
      if (text.includes(CTRL_C)) interrupt();
      onNoise();
      return;
    }
    const pieces = (rest + text).split('\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) arrive(piece.replace(/\r$/, ''));
  }

  function arrive(typed: string): void {
    const line = withoutEscapes(typed);
    const reader = waiting.shift();
    if (reader === undefined) lines.push(line);
    else reader(line);
  }

  function onEnd(): void {
    if (rest !== '') arrive(rest);
    ended = true;
    onNoise?.();
    for (const reader of waiting) reader(null);
    waiting = [];
  }

  function interrupt(): void {
    for (const listener of [...listeners]) listener();
  }

  input.on('data', onData);
  input.once('end', onEnd);
  process.on('SIGINT', interrupt);
  input.resume();

  return {
    print: (text) => void output.write(`${safeLines(text).join('\n')}\n`),
    ask: (text) => void output.write(markOf() + text),
    markPrompts(mark) {
      markOf = mark;
    },
    nextLine(signal) {
      if (signal?.aborted) return Promise.resolve(null);
      const line = lines.shift();
      if (line !== undefined) return Promise.resolve(line);
      if (ended) return Promise.resolve(null);
      return new Promise((resolve) => {
        const reader = (line: string | null) => {
          signal?.removeEventListener('abort', withdraw);
          resolve(line);
        };
        // A question that was withdrawn must not swallow the next prompt.
        const withdraw = () => {
          waiting = waiting.filter((each) => each !== reader);
          reader(null);
        };
        waiting.push(reader);
        signal?.addEventListener('abort', withdraw);
      });
    },
    async discardTyped() {
      lines.length = 0;
      rest = '';
      if (ended) return;
      // In raw mode the kernel also passes on the unfinished line, so that it can be discarded, too.
      input.setRawMode?.(true);
      await new Promise<void>((resolve) => {
        let timer = setTimeout(done, quietMs);
        onNoise = () => {
          clearTimeout(timer);
          if (ended) done();
          else timer = setTimeout(done, quietMs);
        };
        function done(): void {
          onNoise = null;
          resolve();
        }
      });
      input.setRawMode?.(false);
    },
    onInterrupt(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      input.off('data', onData);
      input.off('end', onEnd);
      process.off('SIGINT', interrupt);
      input.pause();
    },
  };
}
