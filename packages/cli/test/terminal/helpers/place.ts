import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ScriptedReply } from '@caliban/agent/models';
import { shareBytecode } from '../../../../../test/helpers/shared-bytecode.ts';
import { type TerminalOptions, TestTerminal } from '../../../../tui/test/pty/terminal.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/bundle/caliban.cjs', import.meta.url));

export type ProgramOptions = Pick<TerminalOptions, 'columns' | 'rows'> & {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** A home, a workspace and a managed directory of their own, and the built program in terminals there. */
export class Place {
  readonly root: string;
  readonly #home: string;
  readonly #workspace: string;
  readonly #open: TestTerminal[] = [];

  constructor(
    root: string = mkdtempSync(join(tmpdir(), 'caliban-terminal-')),
    { home = 'home', workspace = 'ws' } = {},
  ) {
    this.root = realpathSync(root);
    this.#home = join(this.root, home);
    this.#workspace = join(this.root, workspace);
    for (const directory of [this.#home, join(this.#workspace, '.git'), join(this.root, 'managed')]) {
      mkdirSync(directory, { recursive: true });
    }
    shareBytecode(this.#home);
  }

  /** The session with a scripted model; resolves when the prompt stands. */
  async session(script: readonly ScriptedReply[], options: ProgramOptions = {}): Promise<TestTerminal> {
    const terminal = this.start(script, options);
    await terminal.shows(/^> /m);
    return terminal;
  }

  start(script: readonly ScriptedReply[], { args = [], ...options }: ProgramOptions = {}): TestTerminal {
    this.write('~/script.json', JSON.stringify(script));
    return this.#run(['--model', `scripted:${this.path('~/script.json')}`, ...args], options);
  }

  /** `caliban` by itself. */
  tour(): TestTerminal {
    return this.#run([], {});
  }

  /** `caliban` with these words, in a terminal. */
  command(...words: readonly string[]): TestTerminal {
    return this.#run(words, {});
  }

  /** The same with other variables, or on another screen. */
  commandWith(options: Omit<ProgramOptions, 'args'>, ...words: readonly string[]): TestTerminal {
    return this.#run(words, options);
  }

  /** `caliban` with these words, without a terminal: what it prints. */
  run(...words: readonly string[]): string {
    return execFileSync(process.execPath, [PROGRAM, ...words], {
      cwd: this.path('.'),
      env: { ...process.env, ...this.#environment({}) },
      encoding: 'utf8',
    });
  }

  /** `~/…` in the home, `managed/…` there, anything else in the workspace. */
  path(name: string): string {
    if (name.startsWith('~/')) return join(this.#home, name.slice(2));
    return join(name.startsWith('managed/') ? this.root : this.#workspace, name);
  }

  write(name: string, content: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  /** Whatever was left running, and every file. */
  async remove(): Promise<void> {
    await Promise.all(this.#open.map((terminal) => terminal.close()));
    rmSync(this.root, { recursive: true });
  }

  #run(args: readonly string[], { env = {}, columns = 100, rows = 30 }: Omit<ProgramOptions, 'args'>): TestTerminal {
    const terminal = TestTerminal.start(process.execPath, [PROGRAM, ...args], {
      columns,
      rows,
      cwd: this.path('.'),
      env: this.#environment(env),
    });
    this.#open.push(terminal);
    return terminal;
  }

  #environment(more: Readonly<Record<string, string>>): Readonly<Record<string, string | undefined>> {
    return { ...NOTHING_OF_OURS, HOME: this.#home, CALIBAN_MANAGED_DIR: join(this.root, 'managed'), ...more };
  }
}

/** What may stand in the environment of whoever runs the tests. */
const NOTHING_OF_OURS: Readonly<Record<string, undefined>> = Object.fromEntries(
  [
    ...['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'],
    ...['CALIBAN_AUTO_ALLOW', 'CALIBAN_DEFAULT_PERMISSION_MODE', 'CALIBAN_DISABLE_AUTO_MODE'],
    ...['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'NODE_EXTRA_CA_CERTS'],
  ].map((name) => [name, undefined]),
);
