import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { shareBytecode } from '../../../../../test/helpers/shared-bytecode.ts';
import { type Logged, loggedLines } from './decision-log.ts';
import { processesOf } from './processes.ts';

const PROGRAM =
  process.env.CALIBAN_TEST_PROGRAM ?? fileURLToPath(new URL('../../../dist/bundle/caliban.cjs', import.meta.url));

/** Longer than anything here takes; a run that reaches it hangs. */
const PATIENCE_MS = 45_000;

export type RunOptions = {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the workspace. */
  readonly cwd?: string;
  /** A shell script that runs before it, as root of user and mount namespaces of its own. */
  readonly within?: string;
  /** Root starts it as this user. */
  readonly user?: number;
  /** Standard input stays open after `input`. */
  readonly keepInputOpen?: boolean;
};

export type Finished = {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
};

export type Running = {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
};

/** A home, a workspace and a managed directory of its own for the built program; gone when the test is. */
export class Workplace {
  readonly root: string = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-headless-')));

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const directory of ['home', 'ws/.git/info', 'managed'])
      mkdirSync(this.path(`/${directory}`), { recursive: true });
    shareBytecode(this.path('~/'));
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  /** `~/…` is in the home, `/…` in the scratch directory, anything else in the workspace. */
  path(path: string): string {
    if (path.startsWith('~/')) return join(this.root, 'home', path.slice(2));
    return path.startsWith('/') ? join(this.root, path) : join(this.root, 'ws', path);
  }

  write(path: string, content: string): this {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
    return this;
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  /** Runs it to its end. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return this.start(args, options).finished;
  }

  start(args: readonly string[], options: RunOptions = {}): Running {
    const { input = '', env = {}, cwd = '.', keepInputOpen = false, within, user } = options;
    const words = [process.execPath, PROGRAM, ...args];
    const prepared = ['unshare', '-Urm', 'sh', '-c', `set -e; ${within}; exec "$@"`, 'sh', ...words];
    const [file = '', ...rest] = within === undefined ? words : prepared;
    const child = spawn(file, rest, {
      cwd: this.path(cwd),
      env: { ...this.environment, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(user === undefined ? {} : { uid: user, gid: user }),
    });
    child.stdin.on('error', () => {});
    if (keepInputOpen) child.stdin.write(input);
    else child.stdin.end(input);
    return { child, finished: endOf(child) };
  }

  /** The decision log, line by line. */
  log(): readonly Logged[] {
    return loggedLines(this.path('~/.local/state/caliban/permission-decisions.jsonl'));
  }

  /** Whatever still runs that was started from here, by its command line. What was killed just now may need a moment to die. */
  async orphans({ besides = null }: { readonly besides?: string | null } = {}): Promise<readonly string[]> {
    const left = () => processesOf(this.path('~/')).filter((line) => besides === null || !line.includes(besides));
    for (let look = 0; look < 200 && left().length > 0; look++) await sleep(50);
    return left();
  }

  get environment(): Readonly<Record<string, string>> {
    return {
      PATH: '/usr/bin:/bin',
      HOME: join(this.root, 'home'),
      TMPDIR: this.root,
      CALIBAN_MANAGED_DIR: join(this.root, 'managed'),
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      TEST_KEY: 'secret-key',
    };
  }
}

async function endOf(child: ChildProcess): Promise<Finished> {
  let [stdout, stderr, timedOut] = ['', '', false];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, PATIENCE_MS);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('close', (code, signal) => resolve([code, signal])),
  );
  clearTimeout(timer);
  return { code, signal, stdout, stderr, timedOut };
}
