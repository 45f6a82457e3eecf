import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shareBytecode } from './shared-bytecode.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/dist/bundle/caliban.cjs', import.meta.url));
const PROJECT = 'home/me/lighthouse';
/** The pages show this day where the program prints the day it runs on. */
const SHOWN_DAY = '2026-11-19';

/** In front of paths that a file names. */
export const ROOT = '%ROOT%';

/** A scratch directory that stands for `/`: somebody's home, a project in it, and caliban on the path. */
export class NewMachine {
  readonly #root: string = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-machine-')));

  /** Files by absolute path; `ROOT` in a content stands for the scratch directory. */
  constructor(files: Readonly<Record<string, string>>) {
    mkdirSync(join(this.#root, PROJECT), { recursive: true });
    shareBytecode(join(this.#root, 'home/me'));
    this.#write('/bin/caliban', `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    chmodSync(join(this.#root, 'bin/caliban'), 0o755);
    for (const [path, content] of Object.entries(files)) this.#write(path, content.replaceAll(ROOT, this.#root));
  }

  /** What a command prints in the project, on both streams; `npm start --` is for a checkout what `caliban` is here. */
  run(command: string): string {
    const line = command.replace(/^npm start -- /, 'caliban ');
    const before = today();
    const { stdout } = spawnSync('sh', ['-c', `{ ${line}\n} 2>&1`], {
      cwd: join(this.#root, PROJECT),
      env: this.#environment,
      encoding: 'utf8',
      // Some commands wait for another one.
      timeout: 45_000,
    });
    return stdout.replaceAll(this.#root, '').replaceAll(before, SHOWN_DAY).replaceAll(today(), SHOWN_DAY);
  }

  read(path: string): string {
    return readFileSync(join(this.#root, path), 'utf8');
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  #write(path: string, content: string): void {
    mkdirSync(dirname(join(this.#root, path)), { recursive: true });
    writeFileSync(join(this.#root, path), content);
  }

  get #environment(): Readonly<Record<string, string>> {
    return {
      PATH: `${this.#root}/bin:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: join(this.#root, 'home/me'),
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      CALIBAN_MANAGED_DIR: join(this.#root, 'etc/caliban'),
      GIT_AUTHOR_NAME: 'me',
      GIT_AUTHOR_EMAIL: 'me@example.com',
      GIT_COMMITTER_NAME: 'me',
      GIT_COMMITTER_EMAIL: 'me@example.com',
    };
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
