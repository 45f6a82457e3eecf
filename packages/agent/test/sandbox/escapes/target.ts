import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a confined program must not do. */
export type Harm = 'read' | 'wrote' | 'reached' | 'killed';

const SECRET = 'SECRET-4f1d9c';
/** A program prints it when it changed something that is no file of the target. */
export const ESCAPED = 'ESCAPED';

/** Hidden: `~/.ssh`, two files in the workspace. Read-only: a directory, a file, a name that nothing has yet. */
export const RULES = [
  'deny Read:~/.ssh/**',
  'deny Read:./.env',
  'deny Read:**/*.pem',
  'deny Write:prod/**',
  'deny Write:lock.txt',
  'deny Write:not-yet.txt',
].join('; ');

const FILES: Readonly<Record<string, string>> = {
  'home/.ssh/id': SECRET,
  'home/notes.txt': 'notes',
  'home/repo/.env': SECRET,
  'home/repo/src/deep/key.pem': SECRET,
  'home/repo/src/deep/code.ts': 'code',
  'home/repo/prod/eu/db.toml': 'production',
  'home/repo/lock.txt': 'locked',
  'home/repo/free.txt': 'free',
  'home/repo/.caliban/permissions.toml': '[permissions]\n',
  'home/.config/caliban/permissions.toml': '[permissions]\n',
};

const MAY_WRITE = ['home/repo', 'tmp', 'programs'];
const MUST_NOT_WRITE = ['prod', 'lock.txt', 'not-yet.txt', '.env', '.caliban'].map((name) => `home/repo/${name}`);
const SECRET_FILES = ['home/repo/.env', 'home/repo/src/deep/key.pem'];

/** Files, servers and a process that programs try to get at. */
export class Target {
  readonly root = mkdtempSync(join(realpathSync(tmpdir()), 'caliban-escape-'));
  readonly #owner: number;
  readonly #servers: { close(): void }[] = [];
  #victim: ChildProcess | null = null;
  #port = 0;
  #isReached = false;
  #before = '';

  /** Its files belong to this user. */
  constructor(owner: number) {
    this.#owner = owner;
    chmodSync(this.root, 0o755);
  }

  async open(): Promise<void> {
    this.#port = await this.#listen({ host: '127.0.0.1', port: 0 });
    await this.#listen({ path: join(this.root, 'service.sock') });
    chmodSync(join(this.root, 'service.sock'), 0o777);
    await this.#listen({ path: `\0caliban-${this.#port}` });
    const datagrams = createSocket('udp4', () => {
      this.#isReached = true;
    });
    await new Promise<void>((resolve) => datagrams.bind(this.#port, '127.0.0.1', resolve));
    this.#servers.push(datagrams);
    this.refill();
  }

  close(): void {
    this.#victim?.kill('SIGKILL');
    for (const server of this.#servers) server.close();
    rmSync(this.root, { recursive: true, force: true });
  }

  /** As at the start, for the next program. */
  refill(): void {
    for (const name of ['home', 'tmp', 'mounts']) {
      const path = join(this.root, name);
      if (existsSync(path)) everythingBelow(path);
      rmSync(path, { recursive: true, force: true });
    }
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      writeFileSync(join(this.root, file), text);
    }
    for (const directory of ['tmp', 'programs']) mkdirSync(join(this.root, directory), { recursive: true });
    symlinkSync(join(this.root, 'home/.ssh'), join(this.root, 'home/repo/link'));
    symlinkSync(join(this.root, 'home/repo/prod/eu'), join(this.root, 'home/repo/eu'));
    for (const name of ['home', 'tmp']) for (const path of everythingBelow(join(this.root, name))) this.#give(path);
    // Root gets a user namespace as another user only.
    for (const name of ['home/repo', 'tmp']) chmodSync(join(this.root, name), 0o777);
    if (!this.#isVictimAlive()) {
      const env = { VICTIM_SECRET: SECRET };
      this.#victim = spawn('/bin/sleep', ['600'], { stdio: 'ignore', env, uid: this.#owner, gid: this.#owner });
    }
    this.#isReached = false;
    this.#before = this.#protected();
  }

  get environment(): Readonly<Record<string, string>> {
    const at = (name: string) => join(this.root, name);
    return {
      ...{ PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: at('home'), TMPDIR: at('tmp'), LC_ALL: 'C' },
      ...{ ROOT: this.root, REPO: at('home/repo'), HIDDEN: at('home/.ssh/id'), PROGRAM: at('programs/escape') },
      ...{ PORT: String(this.#port), ABSTRACT: `caliban-${this.#port}`, SOCKET: at('service.sock') },
      VICTIM: String(this.#victim?.pid),
    };
  }

  /** What was done to it by what printed this. Asked when all that was started has ended. */
  harm(output: string): readonly Harm[] {
    const harm: Record<Harm, boolean> = {
      read: output.includes(SECRET) || this.#isSecretCopied(),
      wrote: output.includes(ESCAPED) || this.#protected() !== this.#before,
      reached: this.#isReached,
      killed: !this.#isVictimAlive(),
    };
    return (Object.keys(harm) as Harm[]).filter((kind) => harm[kind]);
  }

  #give(path: string): void {
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, this.#owner, this.#owner);
  }

  #isVictimAlive(): boolean {
    const pid = this.#victim?.pid;
    if (pid === undefined) return false;
    // Asked of the kernel: Node hears of a death later.
    return /^State:\s[SDR]/m.test(spawnSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }).stdout);
  }

  #isSecretCopied(): boolean {
    const copies = ['home', 'tmp'].flatMap((name) => everythingBelow(join(this.root, name)));
    const originals = ['home/.ssh/id', ...SECRET_FILES].map((name) => join(this.root, name));
    return copies.some(
      // Hidden wherever it is moved to.
      (path) =>
        !originals.includes(path) &&
        !path.endsWith('/key.pem') &&
        lstatSync(path).isFile() &&
        readFileSync(path, 'utf8').includes(SECRET),
    );
  }

  /** Every file that must stay as it is, as a text. */
  #protected(): string {
    const isBelow = (path: string, names: readonly string[]) =>
      names.some((name) => `${path}/`.startsWith(`${join(this.root, name)}/`));
    return everythingBelow(this.root)
      .filter((path) => !isBelow(path, MAY_WRITE) || isBelow(path, MUST_NOT_WRITE))
      .map((path) => `${path} ${describe(path)}`)
      .join('\n');
  }

  async #listen(where: { path: string } | { host: string; port: number }): Promise<number> {
    const server = createServer((socket) => {
      this.#isReached = true;
      socket.on('error', () => {}).destroy();
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(where, resolve));
    this.#servers.push(server);
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }
}

function describe(path: string): string {
  const found = lstatSync(path);
  const who = `${found.mode.toString(8)} ${found.uid}:${found.gid}`;
  if (found.isSymbolicLink()) return `${who} → ${readlinkSync(path)}`;
  return found.isFile() ? `${who} ${JSON.stringify(readFileSync(path, 'utf8'))}` : who;
}

/** An overlay leaves a directory that no one may list; then its owner opens it. */
function everythingBelow(directory: string): readonly string[] {
  if ((lstatSync(directory).mode & 0o700) === 0) chmodSync(directory, 0o700);
  const entries = readdirSync(directory, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  return [
    directory,
    ...entries.flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? everythingBelow(path) : [path];
    }),
  ];
}
