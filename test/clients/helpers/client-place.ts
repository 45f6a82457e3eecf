import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Logged, loggedLines } from '../../../packages/cli/test/headless/helpers/decision-log.ts';
import { type Finished, runBounded } from './run-bounded.ts';

const PROGRAM =
  process.env.CALIBAN_TEST_PROGRAM ??
  fileURLToPath(new URL('../../../packages/cli/dist/bundle/caliban.cjs', import.meta.url));

/** A home and a project for one client, with caliban's rules in the home. */
export class ClientPlace {
  readonly root: string = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-client-')));

  constructor(files: Readonly<Record<string, string>>) {
    for (const directory of ['home', 'project/.git', 'managed', 'seen'])
      mkdirSync(join(this.root, directory), { recursive: true });
    this.write('/bin/caliban', `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    chmodSync(this.path('/bin/caliban'), 0o755);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  /** `~/…` is in the home, `/…` in the scratch directory, anything else in the project. */
  path(path: string): string {
    if (path.startsWith('~/')) return join(this.root, 'home', path.slice(2));
    return path.startsWith('/') ? join(this.root, path) : join(this.root, 'project', path);
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  caliban(args: readonly string[], input = ''): string {
    return execFileSync(process.execPath, [PROGRAM, ...args], {
      cwd: this.path('.'),
      env: this.environment,
      encoding: 'utf8',
      input,
    });
  }

  run(command: readonly string[], env: Readonly<Record<string, string>>): Promise<Finished> {
    return runBounded(command, { cwd: this.path('.'), env: { ...this.environment, ...env } });
  }

  /** The decision log, line by line. */
  log(): readonly Logged[] {
    return loggedLines(this.path('~/.local/state/caliban/permission-decisions.jsonl'));
  }

  /** Without a path: everything. */
  remove(path = '/'): void {
    rmSync(this.path(path), { recursive: true, force: true });
  }

  /** Nothing of whoever runs the test gets in; every way out but the loopback address ends at a closed port. */
  get environment(): Readonly<Record<string, string>> {
    return {
      PATH: `${this.path('/bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: this.path('~/'),
      TMPDIR: this.path('/'),
      CALIBAN_MANAGED_DIR: this.path('/managed'),
      LC_ALL: 'C.UTF-8',
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1,localhost',
    };
  }
}
