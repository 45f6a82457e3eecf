import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InboxClient, inboxClient, type ServerFiles, serverFiles } from '@caliban/inbox';
import { onTestFinished } from 'vitest';
import { shareBytecode } from '../../../../test/helpers/shared-bytecode.ts';
import { stopServer } from '../../src/serve/server-control.ts';

export const BUNDLE: string = fileURLToPath(new URL('../../dist/bundle/', import.meta.url));
/** Native libraries are looked for beside the program. */
export const NODE_MODULES: string = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

export type Ran = { readonly stdout: string; readonly stderr: string; readonly exit: number | null };

export type RunOptions = {
  /** Null: it stays open, see `send`. */
  readonly input?: string | Buffer | null;
  readonly env?: Readonly<Record<string, string>>;
};

/** A home and a workspace of their own, with the built program in them. Everything ends with the test. */
export class ServeScratch {
  readonly root: string = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-serve-')));
  readonly files: ServerFiles = serverFiles(join(this.root, 'home/.local/state/caliban'));
  readonly client: InboxClient = inboxClient(this.files);
  readonly #children: ChildProcess[] = [];

  constructor() {
    for (const directory of ['home', 'managed', 'ws/.git']) mkdirSync(join(this.root, directory), { recursive: true });
    shareBytecode(join(this.root, 'home'));
    onTestFinished(async () => {
      await stopServer(this.files);
      for (const child of this.#children) child.kill('SIGKILL');
      await removed(this.root);
    });
  }

  write(path: string, content: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Each is `action pattern`. */
  rules(...rules: readonly string[]): void {
    const tables = rules.map((rule) => {
      const blank = rule.indexOf(' ');
      return `[[permissions.rules]]\naction = "${rule.slice(0, blank)}"\npattern = '${rule.slice(blank + 1)}'\n`;
    });
    this.write('home/.config/caliban/permissions.toml', tables.join('\n'));
  }

  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: join(this.root, 'home'),
      CALIBAN_MANAGED_DIR: join(this.root, 'managed'),
      TZ: 'UTC',
      ...more,
    };
  }

  start(program: string, words: readonly string[], { input, env }: RunOptions = {}): Running {
    const child = spawn(program, words, { cwd: join(this.root, 'ws'), env: this.env(env) });
    this.#children.push(child);
    child.stdin.on('error', () => {});
    if (input !== null) child.stdin.end(input ?? '');
    return new Running(child);
  }

  startCaliban(...words: readonly string[]): Running {
    return this.start(process.execPath, [`${BUNDLE}caliban.cjs`, ...words]);
  }

  /** To its end. */
  caliban(...words: readonly string[]): Promise<Ran> {
    return this.startCaliban(...words).ended;
  }

  /** Resolves once it answers. */
  async serve(...words: readonly string[]): Promise<Running> {
    const server = this.startCaliban('serve', ...words);
    await server.until('pid');
    return server;
  }

  log(): readonly Readonly<Record<string, unknown>>[] {
    const file = join(this.root, 'home/.local/state/caliban/permission-decisions.jsonl');
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }
}

/** A server that ends may still write what it has compiled. */
async function removed(directory: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      if (attempt === 100) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A process, and what it says. */
export class Running {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ran>;

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (this.stderr += text));
    this.ended = new Promise((resolve) =>
      child.on('close', (exit) => resolve({ stdout: this.stdout, stderr: this.stderr, exit })),
    );
  }

  /** Messages of JSON-RPC. */
  send(...messages: readonly object[]): void {
    for (const message of messages) this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Throws where it ends without having said that. */
  async until(text: string): Promise<void> {
    let isOver = false;
    void this.ended.then(() => {
      isOver = true;
    });
    while (!this.stdout.includes(text) && !this.stderr.includes(text)) {
      if (isOver) throw new Error(`it ended without \`${text}\`: ${this.stdout}${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
