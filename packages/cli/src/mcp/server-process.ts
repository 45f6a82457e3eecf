import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { MessageLines } from '@caliban/adapters/mcp';
import { createProcessGroups } from '@caliban/agent/tools';
import { FAILED_EXIT } from '../command-line/exit-codes.ts';
import type { Upstream, UpstreamEnd } from './upstream.ts';

export type ServerCommand = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The recipient of its lines. */
export type ServerReader = {
  readonly receive: (line: Buffer) => void;
  /** Null while the reader keeps up; until it has caught up, reading from the server is paused. */
  readonly caughtUp: () => Promise<void> | null;
};

/** A server on the other end of a pipe, in a separate process group, so that everything it has started ends with it. */
export class ServerProcess implements Upstream {
  readonly ended: Promise<UpstreamEnd>;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #groups = createProcessGroups();
  #isTooLong = false;

  constructor({ command, args, cwd, env }: ServerCommand, { receive, caughtUp }: ServerReader) {
    this.#child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
    const { pid, stdin, stdout } = this.#child;
    if (pid !== undefined) this.#groups.add(pid);
    // Its end is noticed below.
    stdin.on('error', () => {});
    const lines = new MessageLines();
    stdout.on('data', (chunk: Buffer) => {
      for (const line of lines.add(chunk)) {
        if (line.kind === 'line') receive(line.bytes);
        else this.#endTooLong();
      }
      this.#hearAgain(caughtUp());
    });
    this.ended = this.#end(command);
  }

  send(line: string | Buffer): void {
    this.#child.stdin.write(Buffer.concat([Buffer.from(line), LINE_END]));
  }

  async ready(): Promise<void> {
    const { stdin } = this.#child;
    if (stdin.writableLength < MAX_UNREAD || stdin.destroyed) return;
    await Promise.race([once(stdin, 'drain'), this.ended]);
  }

  async close(): Promise<number> {
    this.#child.stdin.end();
    const ended = await Promise.race([this.ended, afterAWhile()]);
    await this.#groups.endAll();
    return ended?.exit ?? 0;
  }

  async #end(command: string): Promise<UpstreamEnd> {
    const ended = await new Promise<UpstreamEnd>((resolve) => {
      this.#child.once('error', (error) =>
        resolve({ because: `the server \`${command}\` cannot be started: ${error.message}`, exit: NOT_STARTED_EXIT }),
      );
      // Not `exit`: its last output still has to be read.
      this.#child.once('close', (code, signal) => resolve(this.#endOf(code, signal)));
      // A child process that keeps the pipe open must not delay us.
      this.#child.once('exit', (code, signal) => {
        this.#child.stdout.resume();
        setTimeout(() => resolve(this.#endOf(code, signal)), LAST_WORDS_MS).unref();
      });
    });
    await this.#groups.endAll();
    return ended;
  }

  /** After its end, the rest is read without pausing; it is no more than a pipe's buffer. */
  #hearAgain(caughtUp: Promise<void> | null): void {
    const { exitCode, signalCode, stdout } = this.#child;
    if (caughtUp === null || exitCode !== null || signalCode !== null) return;
    stdout.pause();
    void caughtUp.then(() => stdout.resume());
  }

  #endOf(code: number | null, signal: NodeJS.Signals | null): UpstreamEnd {
    if (this.#isTooLong) return { because: 'the server sent a message that is too long', exit: FAILED_EXIT };
    if (signal !== null) {
      return { because: `the server was killed by ${signal}`, exit: 128 + (constants.signals[signal] ?? 0) };
    }
    return { because: `the server exited with code ${code}`, exit: code ?? FAILED_EXIT };
  }

  /** The client would otherwise wait forever for that message. */
  #endTooLong(): void {
    this.#isTooLong = true;
    void this.#groups.endAll();
  }
}

const LINE_END = Buffer.from('\n');
const MAX_UNREAD = 16 * 1024 * 1024;
/** As in shells. */
const NOT_STARTED_EXIT = 127;
const LAST_WORDS_MS = 500;
/** Clients give us two seconds before they kill us, and that would leave the server's children behind. */
const POLITE_MS = 500;

function afterAWhile(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), POLITE_MS).unref());
}
