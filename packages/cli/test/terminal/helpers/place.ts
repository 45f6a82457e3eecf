import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ScriptedReply } from '@caliban/agent/internal/models/parse-script';
import { type TerminalOptions, TestTerminal } from '../../../../tui/test/pty/terminal.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/bundle/caliban.cjs', import.meta.url));

export type ProgramOptions = Pick<TerminalOptions, 'columns' | 'rows'> & {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** A home, a workspace and a managed directory of their own, and the built program in terminals there. */
export class Place {
  readonly root: string;
  readonly #open: TestTerminal[] = [];

  constructor(root: string = mkdtempSync(join(tmpdir(), 'caliban-terminal-'))) {
    this.root = realpathSync(root);
    for (const directory of ['home', 'ws/.git', 'managed']) mkdirSync(join(this.root, directory), { recursive: true });
  }

  /** The session with a scripted model; resolves when the prompt stands. */
  async session(script: readonly ScriptedReply[], options: ProgramOptions = {}): Promise<TestTerminal> {
    const terminal = this.start(script, options);
    await terminal.shows(/^> /m);
    return terminal;
  }

  start(script: readonly ScriptedReply[], { args = [], env = {}, columns = 100, rows = 30 }: ProgramOptions = {}): TestTerminal {
    this.write('~/script.json', JSON.stringify(script));
    const model = ['--model', `scripted:${this.path('~/script.json')}`];
    const terminal = TestTerminal.start(process.execPath, [PROGRAM, ...model, ...args], {
      columns,
      rows,
      cwd: this.path('.'),
      env: { ...NOTHING_OF_OURS, ...this.#ownPlaces(), ...env },
    });
    this.#open.push(terminal);
    return terminal;
  }

  /** `~/…` in the home, `managed/…` there, anything else in the workspace. */
  path(name: string): string {
    if (name.startsWith('~/')) return join(this.root, 'home', name.slice(2));
    return join(this.root, name.startsWith('managed/') ? '.' : 'ws', name);
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

  #ownPlaces(): Readonly<Record<string, string>> {
    return { HOME: join(this.root, 'home'), CALIBAN_MANAGED_DIR: join(this.root, 'managed') };
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
