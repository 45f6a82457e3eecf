import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { type Launcher, UNCONFINED } from '../sandbox/launch.ts';
import { type LaunchedProcess, startLaunch } from '../sandbox/start-launch.ts';
import { killProcesses } from '../tools/shell/end-processes.ts';
import { createProcessGroups } from '../tools/shell/process-groups.ts';
import { MessageLines } from './message-lines.ts';

export type StdioServer = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly launcher?: Launcher | undefined;
};

/** A server in a separate process group, so that everything it has started ends with it. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <Message extends JSONRPCMessage>(message: Message) => void;
  readonly #server: StdioServer;
  readonly #lines = new MessageLines(MAX_MESSAGE_LENGTH);
  readonly #groups = createProcessGroups();
  #process: LaunchedProcess | null = null;
  /** What confinement denied it, one sentence each. */
  #blocked: () => readonly string[] = () => [];
  #lastWords = '';
  #end: string | null = null;
  #isClosed = false;

  constructor(server: StdioServer) {
    this.#server = server;
  }

  /** Why it ended by itself, with its last output on standard error; null while it runs, or if we closed it. */
  get end(): string | null {
    if (this.#end === null) return null;
    const words = this.#lastWords.trim().split('\n').at(-1) ?? '';
    const said = words === '' ? this.#end : `${this.#end}; its last words: ${words.slice(0, 300)}`;
    return [said, ...this.#blocked()].join('; ');
  }

  async start(): Promise<void> {
    const { command, args, env, cwd, launcher = UNCONFINED } = this.#server;
    const prepared = await launcher.prepare({ file: command, args, cwd }, { firstFeed: 3 });
    if (!prepared.ok) throw new Error(prepared.error);
    const child = startLaunch(prepared.value, { cwd, env });
    this.#process = child;
    this.#blocked = () => prepared.value.violations(this.#lastWords, cwd).map(({ text }) => text);
    child.on('error', (error) => this.onerror?.(error));
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString('utf8')).slice(-4_096);
    });
    child.once('exit', async (code, signal) => {
      // Its last output may still be in the pipe, which child processes may keep open.
      if (!child.stderr.closed)
        await Promise.race([once(child.stderr, 'close'), sleep(LAST_WORDS_MS, undefined, { ref: false })]);
      this.#ended(signal === null ? `it exited with code ${code}` : `it was killed by ${signal}`);
    });
    if (child.pid !== undefined) this.#groups.add(child.pid);
    await once(child, 'spawn');
  }

  /** Doesn't wait for a server that never reads: the request's timeout reports that. */
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
    await Promise.race([exited, sleep(POLITE_MS, undefined, { ref: false })]);
    // Also ends processes that it left behind.
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
    // One invalid line; the next may be a message again.
    if (message === null) this.onerror?.(new Error(`it sent an invalid message: ${line.slice(0, 200)}`));
    else this.onmessage?.(message);
  }

  #ended(because: string): void {
    if (this.#isClosed) return;
    this.#end = because;
    const pid = this.#process?.pid;
    this.#process = null;
    if (pid !== undefined) {
      // Its child processes must not outlive it.
      killProcesses(pid);
      this.#groups.remove(pid);
    }
    this.onclose?.();
  }
}

const MAX_MESSAGE_LENGTH = 16 * 1024 * 1024;
const POLITE_MS = 500;
const LAST_WORDS_MS = 200;

function parse(line: string): JSONRPCMessage | null {
  try {
    return deserializeMessage(line);
  } catch {
    return null;
  }
}
