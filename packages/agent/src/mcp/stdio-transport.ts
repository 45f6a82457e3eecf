import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { killProcesses } from '../tools/end-processes.ts';
import { pause } from '../tools/pause.ts';
import { createProcessGroups } from '../tools/process-groups.ts';
import { MessageLines } from './message-lines.ts';

export type StdioServer = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
};

type ServerProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** A server in a process group of its own, so that whatever it has started ends with it. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <Message extends JSONRPCMessage>(message: Message) => void;
  readonly #server: StdioServer;
  readonly #lines = new MessageLines(LONGEST_MESSAGE);
  readonly #groups = createProcessGroups();
  #process: ServerProcess | null = null;
  #lastWords = '';
  #end: string | null = null;
  #isClosed = false;

  constructor(server: StdioServer) {
    this.#server = server;
  }

  /** Why it has ended by itself, with the last it wrote to standard error; null while it runs, or when we closed it. */
  get end(): string | null {
    if (this.#end === null) return null;
    const words = this.#lastWords.trim().split('\n').at(-1) ?? '';
    return words === '' ? this.#end : `${this.#end}; its last words: ${words.slice(0, 300)}`;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#server;
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process = child;
    child.on('error', (error) => this.onerror?.(error));
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString('utf8')).slice(-4_096);
    });
    child.once('exit', async (code, signal) => {
      // Its last words may still be in the pipe; what it has started may hold that open.
      if (!child.stderr.closed) await Promise.race([once(child.stderr, 'close'), pause(LAST_WORDS_MS)]);
      this.#ended(signal === null ? `it exited with code ${code}` : `it was killed by ${signal}`);
    });
    if (child.pid !== undefined) this.#groups.add(child.pid);
    await once(child, 'spawn');
  }

  /** Does not wait for a reader that never comes: the request's own timeout speaks then. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#process === null) throw new Error(this.end ?? 'it is not running');
    this.#process.stdin.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#isClosed = true;
    this.#process = null;
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
    child.stdin.end();
    await Promise.race([exited, pause(POLITE_MS)]);
    // Also for what it has left behind.
    await this.#groups.endAll();
    this.onclose?.();
  }

  #read(chunk: Buffer): void {
    try {
      for (const line of this.#lines.add(chunk)) this.#receive(line);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      void this.close();
    }
  }

  #receive(line: string): void {
    const message = parse(line);
    // One bad line; the next may be a message again.
    if (message === null) this.onerror?.(new Error(`it sent what is no message: ${line.slice(0, 200)}`));
    else this.onmessage?.(message);
  }

  #ended(because: string): void {
    if (this.#isClosed) return;
    this.#end = because;
    const pid = this.#process?.pid;
    this.#process = null;
    if (pid !== undefined) {
      // Its children need not outlive it.
      killProcesses(pid);
      this.#groups.remove(pid);
    }
    this.onclose?.();
  }
}

const LONGEST_MESSAGE = 16 * 1024 * 1024;
const POLITE_MS = 500;
const LAST_WORDS_MS = 200;

function parse(line: string): JSONRPCMessage | null {
  try {
    return deserializeMessage(line);
  } catch {
    return null;
  }
}
