import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { shareBytecode } from '../../../../test/helpers/shared-bytecode.ts';
import type { Cluster } from '../../../hub/test/helpers/postgres.ts';
import { PROGRAM } from '../helpers/scratch.ts';

export type Ran = { readonly stdout: string; readonly stderr: string; readonly exit: number };

/** A hub, an admin and an agent, each with a home of their own. */
export class Team {
  readonly #root: string;
  readonly url: string;
  readonly adminToken: string;
  readonly signing: readonly string[];
  readonly inDatabase: (statement: string) => Promise<unknown>;

  private constructor(root: string, url: string, adminToken: string, inDatabase: Team['inDatabase']) {
    this.#root = root;
    this.url = url;
    this.adminToken = adminToken;
    this.inDatabase = inDatabase;
    this.signing = ['--policy-key', 'hub/policy-key.pem'];
  }

  static async start(cluster: Cluster, env: Env = {}): Promise<Team> {
    const top = root();
    for (const home of ['admin', 'agent']) shareBytecode(join(top, home));
    const database = await cluster.createDatabase();
    const place = { home: join(top, 'admin'), cwd: top, env };
    const made = await run(place, [
      'hub',
      'setup',
      '--database',
      database,
      '--directory',
      'hub',
      '--listen',
      '0',
      '--json',
    ]);
    expect(made.exit, made.stderr).toBe(0);
    const { token } = JSON.parse(made.stdout) as { readonly token: string };
    const url = await served(place, ['serve', '--hub', '--directory', 'hub', '--json']);
    const { openDatabase } = await import('@caliban/hub');
    const direct = openDatabase({ url: database, maxConnections: 1 });
    onTestFinished(() => direct.close());
    const team = new Team(top, url, token, (statement) => direct.rows(statement));
    team.write('admin.token', token);
    expect((await team.admin('hub', 'join', url, '--token-file', 'admin.token', '--yes')).exit).toBe(0);
    const laptop = await team.admin('hub', 'token', 'add', 'laptop', '--role', 'agent', '--owner', 'anna');
    team.write('agent.token', laptop.stdout);
    return team;
  }

  readonly admin = (...words: readonly string[]) => run({ home: this.path('admin'), cwd: this.#root }, words);
  readonly agent = (...words: readonly string[]) => run({ home: this.path('agent'), cwd: this.#root }, words);
  readonly path = (name: string): string => join(this.#root, name);
  readonly write = (name: string, text: string): void => writeFileSync(this.path(name), text);

  hook(command: string, words: readonly string[] = []): Promise<Ran> {
    const payload = {
      ...{ session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: `call-${command}` },
      ...{ cwd: this.#root, tool_input: { command } },
    };
    return run(
      { home: this.path('agent'), cwd: this.#root },
      ['hook', 'claude-code', ...words],
      JSON.stringify(payload),
    );
  }
}

type Env = Readonly<Record<string, string>>;

type RunPlace = { readonly home: string; readonly cwd: string; readonly env?: Env };

function environment({ home, env = {} }: RunPlace): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, CALIBAN_MANAGED_DIR: join(home, 'managed'), TZ: 'UTC', ...env };
}

export function run(place: RunPlace, words: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, ...words],
      { cwd: place.cwd, env: environment(place), encoding: 'utf8' },
      (error, stdout, stderr) => resolve({ stdout, stderr, exit: error === null ? 0 : Number(error.code ?? -1) }),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** Runs until the test ends; resolves once it says where it is. */
export async function served(place: RunPlace, words: readonly string[]): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: place.cwd,
    env: environment(place),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await gone;
  });
  let text = '';
  for await (const piece of child.stdout as NodeJS.ReadableStream) {
    text += piece;
    if (text.includes('\n')) break;
  }
  child.stdout?.on('data', () => {});
  return (JSON.parse(text) as { readonly url: string }).url;
}

export function root(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-hub-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
