import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shareBytecode } from '../../../../test/helpers/shared-bytecode.ts';

export const PROGRAM: string = fileURLToPath(new URL('../../dist/bundle/caliban.cjs', import.meta.url));

export type Printed = { readonly output: string; readonly exit: number };

/** A home, a workspace and a managed directory of their own, with the built program on the path. */
export class Scratch {
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-cli-')));

  constructor() {
    for (const directory of ['home', 'ws/.git/info', 'managed', 'bin']) {
      mkdirSync(join(this.#root, directory), { recursive: true });
    }
    shareBytecode(join(this.#root, 'home'));
    const program = join(this.#root, 'bin/caliban');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    chmodSync(program, 0o755);
  }

  /** `~/…` in the home, `/managed/…` there, anything else in the workspace. */
  write(path: string, content: string): void {
    const file = join(this.#root, this.#real(path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Both outputs as one, with the scratch directory taken out of all paths. */
  async run(command: string): Promise<Printed> {
    const options = { cwd: join(this.#root, 'ws'), env: this.#environment(), encoding: 'utf8' as const };
    return new Promise((resolve) => {
      execFile('/bin/bash', ['-c', `exec 2>&1\n${command}`], options, (error, stdout) => {
        const output = stdout.replaceAll(this.#root, '').trimEnd();
        resolve({ output, exit: error === null ? 0 : Number(error.code ?? -1) });
      });
    });
  }

  remove(): void {
    rmSync(this.#root, { recursive: true });
  }

  #real(path: string): string {
    if (path.startsWith('~/')) return join('home', path.slice(2));
    return path.startsWith('/') ? path : join('ws', path);
  }

  #environment(): Record<string, string> {
    return {
      PATH: `${join(this.#root, 'bin')}:/usr/bin:/bin`,
      HOME: join(this.#root, 'home'),
      CALIBAN_MANAGED_DIR: join(this.#root, 'managed'),
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
    };
  }
}
