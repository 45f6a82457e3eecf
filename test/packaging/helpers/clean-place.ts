import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('../../..', import.meta.url));

export const MINUTE = 60_000;

export type Outcome = { readonly stdout: string; readonly stderr: string; readonly exit: number };

/** A directory that knows nothing of the repository but the files that would be published. */
export class CleanPlace {
  readonly root: string = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-installed-')));
  readonly home: string = this.directory('home');
  readonly packed: string = this.directory('packed');
  readonly cache: string = join(this.home, '.cache/caliban');

  directory(name: string): string {
    mkdirSync(join(this.root, name), { recursive: true });
    return join(this.root, name);
  }

  /** By their directories in `packages`, as they are built. */
  async pack(...names: readonly string[]): Promise<void> {
    await must(this.root, process.execPath, [join(ROOT, 'scripts/pack.mjs'), this.packed, '--built', ...names]);
  }

  tarball(name: string): string {
    const start = name === 'cli' ? /^caliban-\d/ : new RegExp(`^caliban-${name}-\\d`);
    const found = readdirSync(this.packed).find((file) => start.test(file));
    if (found === undefined) throw new Error(`${name} was not packed`);
    return join(this.packed, found);
  }

  async contents(name: string): Promise<readonly string[]> {
    const { stdout } = await must(this.root, 'tar', ['-tzf', this.tarball(name)]);
    return stdout
      .trim()
      .split('\n')
      .map((path) => path.replace(/^package\//, ''));
  }

  /** What a registry has to give comes from npm's cache where it is there. */
  async npmInstall(directory: string, ...more: readonly string[]): Promise<void> {
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
    await must(directory, 'npm', ['install', ...quiet, ...more]);
  }

  /** Nothing of the operator's own home or settings gets in. */
  run(
    command: string,
    args: readonly string[],
    { cwd = this.root, input = '', env = {} }: Partial<Start> = {},
  ): Promise<Outcome> {
    return outcome(command, args, { cwd, input, env: { PATH: process.env.PATH, HOME: this.home, ...env } });
  }

  forgetCache(): void {
    rmSync(this.cache, { recursive: true, force: true });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

async function must(cwd: string, command: string, args: readonly string[]): Promise<Outcome> {
  const ran = await outcome(command, args, { cwd, input: '', env: ownEnvironment() });
  if (ran.exit !== 0) throw new Error(`${command} ${args.join(' ')}: ${ran.stderr}${ran.stdout}`);
  return ran;
}

/** What npm passes down to its scripts must not steer the npm that is started here. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const certificates = process.env.CALIBAN_TEST_CA_CERTS ?? process.env.NODE_EXTRA_CA_CERTS;
  return Object.fromEntries(
    Object.entries({ ...process.env, NODE_EXTRA_CA_CERTS: certificates }).filter(
      ([name]) => !/^npm_(config|package|lifecycle)_/i.test(name),
    ),
  );
}

type Start = { readonly cwd: string; readonly input: string; readonly env: NodeJS.ProcessEnv };

function outcome(command: string, args: readonly string[], { cwd, input, env }: Start): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const exit = error === null ? 0 : error.code;
      if (typeof exit === 'number') resolve({ stdout, stderr, exit });
      else reject(error);
    });
    // One that has ended already does not read it.
    child.stdin?.on('error', () => {}).end(input);
  });
}
