import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { absolutePath, describeCall, type ToolCall } from '@caliban/calls';
import type { Question } from '@caliban/gate';
import type { Rehearsal } from '@caliban/gate/types';
import { createRehearsals, type Rehearsals } from '../../src/rehearsal/rehearsals.ts';
import { findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { realDisk, realPathOf } from '../../src/sandbox/real-disk.ts';
import type { MaskedSecret } from '../../src/sandbox/secrets.ts';
import { findShell } from '../../src/tools/shell/find-shell.ts';
import { rulesFrom } from '../sandbox/plan.ts';

/** Null where overlays can be made here, else why these tests are skipped. Printed once: what isn't tried must not look tried. */
export async function whyNotRehearsed(): Promise<string | null> {
  const scratch = new Scratch();
  try {
    const bubblewrap = await findBubblewrap();
    const said = bubblewrap.ok ? await scratch.rehearse('true') : null;
    const why = !bubblewrap.ok ? bubblewrap.error : said?.kind === 'impossible' ? said.why : null;
    if (why !== null) process.stderr.write(`tests of rehearsals are skipped: ${why}\n`);
    return why;
  } finally {
    scratch.remove();
  }
}

/** A home with a workspace in it, and what rehearses there. */
export class Scratch {
  readonly place = mkdtempSync(join(realpathSync(tmpdir()), 'caliban-rehearsal-'));
  readonly workspace = join(this.place, 'home/repo');
  readonly journals = join(this.place, 'home/.local/state/caliban/rehearsals');
  readonly rehearsals: Rehearsals;
  #calls = 0;

  constructor({
    rules = '',
    timeoutMs,
    added = [],
    secrets = [],
    env = {},
  }: {
    rules?: string;
    timeoutMs?: number;
    added?: readonly string[];
    secrets?: readonly MaskedSecret[];
    env?: Readonly<Record<string, string>>;
  } = {}) {
    this.write({ a: 'one\n', 'd/b': 'two\n', 'd/sub/c': 'three\n', '../outside': 'outside\n' });
    mkdirSync(this.journals, { recursive: true });
    this.rehearsals = createRehearsals({
      context: {
        workspace: absolutePath(this.workspace),
        added: () => added.map((path) => ({ path: absolutePath(path), ownPaths: [] })),
        home: absolutePath(join(this.place, 'home')),
        temporary: [absolutePath(realpathSync(tmpdir()))],
        ownPaths: [absolutePath(join(this.workspace, '.caliban')), absolutePath(dirname(this.journals))],
        disk: realDisk(realPathOf),
      },
      rules: () => rulesFrom(rules),
      secrets,
      directory: this.journals,
      shell: findShell(),
      env: { PATH: process.env.PATH, HOME: join(this.place, 'home'), LC_ALL: 'C', ...env },
      maxOutputChars: 30_000,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.workspace, path)), { recursive: true });
      writeFileSync(join(this.workspace, path), text);
    }
  }

  call(command: string, more: object = {}): ToolCall {
    this.#calls += 1;
    return describeCall({
      tool: 'Bash',
      input: { command, ...more },
      context: { workspace: absolutePath(this.workspace), shell: findShell().dialect },
      origin: { sessionId: 's', toolUseId: `t${this.#calls}` },
    });
  }

  async rehearse(command: string | ToolCall): Promise<Rehearsal | null> {
    const call = typeof command === 'string' ? this.call(command) : command;
    const question: Question = { call, verdict: { action: 'ask', because: { kind: 'no-rule' } } };
    return this.rehearsals.rehearse(question, new AbortController().signal);
  }

  /** What differs, as `created x`, or why it can't be rehearsed. */
  async changes(command: string): Promise<readonly string[] | string> {
    const call = this.call(command);
    const said = await this.rehearse(call);
    this.rehearsals.discard(call);
    if (said?.kind !== 'ran') return said?.why ?? 'no command';
    return said.changes.map(({ effect, kind, path, detail }) =>
      [effect, ...(kind === 'file' ? [] : [kind]), path, ...(detail === '' ? [] : [`(${detail})`])].join(' '),
    );
  }

  /** Everything in the workspace and beside it, to compare. */
  picture(): Readonly<Record<string, string>> {
    const found: Record<string, string> = {};
    const walk = (at: string) => {
      for (const name of readdirSync(join(this.place, at)).sort()) {
        const path = join(at, name);
        const full = join(this.place, path);
        if (full === this.journals) continue;
        const stats = lstatSync(full);
        const mode = (stats.mode & 0o7777).toString(8);
        if (stats.isDirectory()) {
          found[path] = `directory ${mode} ${stats.uid}`;
          walk(path);
        } else if (stats.isSymbolicLink()) found[path] = `link ${readlinkSync(full)}`;
        else found[path] = `file ${mode} ${stats.uid} ${stats.isFile() ? readFileSync(full, 'latin1') : ''}`;
      }
    };
    walk('');
    return found;
  }

  remove(): void {
    this.rehearsals.close();
    const open = (at: string) => {
      chmodSync(at, 0o700);
      for (const entry of readdirSync(at, { withFileTypes: true })) if (entry.isDirectory()) open(join(at, entry.name));
    };
    open(this.place);
    rmSync(this.place, { recursive: true, force: true });
  }
}
