import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Null: a scratch root can be made here. */
export function noFreshDebian(): string | null {
  if (process.getuid?.() !== 0) return 'a fresh Debian in a scratch root needs root';
  if (!existsSync('/etc/debian_version')) return 'this is not Debian';
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']);
  return status === 0 ? null : 'namespaces are not allowed here';
}

/**
 * This machine as it would be without PostgreSQL and without caliban's files: a copy of its root that is gone afterwards, in which every
 * process has its own numbers. The network is that of the machine.
 */
export class FreshDebian {
  readonly #holder: ChildProcess;
  readonly #top: string;

  private constructor(holder: ChildProcess, top: string) {
    this.#holder = holder;
    this.#top = top;
  }

  /** `program`: what `caliban` is in there. */
  static async start(program: string): Promise<FreshDebian> {
    const top = mkdtempSync(join(tmpdir(), 'caliban-fresh-'));
    const repository = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
    writeFileSync(join(top, 'caliban'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });
    const holder = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', SCRATCH_ROOT], {
      env: { ...process.env, TOP: top, REPOSITORY: repository, NODE: process.execPath },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const fresh = new FreshDebian(holder, top);
    for await (const text of holder.stdout as NodeJS.ReadableStream) if (String(text).includes('ready')) return fresh;
    await fresh.remove();
    throw new Error('the scratch root could not be made');
  }

  /** As someone at its terminal types it. */
  spawn(line: string): ChildProcess {
    const first = readFileSync(`/proc/${this.#holder.pid}/task/${this.#holder.pid}/children`, 'utf8').trim();
    const words = ['--target', first, '--mount', '--pid', 'chroot', join(this.#top, 'disk/root'), 'sh', '-c', line];
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };
    return spawn('nsenter', words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async run(line: string): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
    const child = this.spawn(line);
    const text = { out: '', err: '' };
    child.stdout?.on('data', (piece) => void (text.out += piece));
    child.stderr?.on('data', (piece) => void (text.err += piece));
    const status = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
    return { status, ...text };
  }

  /** Ends everything in it. */
  async remove(): Promise<void> {
    const gone = new Promise((resolve) => this.#holder.once('exit', resolve));
    if (this.#holder.exitCode === null && this.#holder.signalCode === null) {
      this.#holder.kill('SIGKILL');
      await gone;
    }
    for (let attempt = 0; attempt < 50; attempt++) {
      try {
        return rmSync(this.#top, { recursive: true, force: true });
      } catch {
        // Its mounts go with its last process.
        await sleep(100);
      }
    }
  }
}

const SCRATCH_ROOT = `set -e
mount --make-rprivate /
mkdir "$TOP/disk"
mount -t tmpfs -o mode=755 tmpfs "$TOP/disk"
mkdir "$TOP/disk/changes" "$TOP/disk/work" "$TOP/disk/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$TOP/disk/changes,workdir=$TOP/disk/work" "$TOP/disk/root"
cd "$TOP/disk/root"
mount -t proc proc proc
mount --rbind /dev dev
# They may be on disks of their own.
mkdir -p ".$REPOSITORY"
mount --rbind "$REPOSITORY" ".$REPOSITORY"
[ -e ".$NODE" ] || { mkdir -p ".$(dirname "$NODE")"; mount --rbind "$(dirname "$NODE")" ".$(dirname "$NODE")"; }
cp "$TOP/caliban" usr/local/bin/caliban
rm -rf etc/caliban root/.local/state/caliban root/.config/caliban
chroot . env DEBIAN_FRONTEND=noninteractive apt-get -qq purge -y 'postgresql*' > /dev/null 2>&1 || true
rm -rf etc/postgresql var/lib/postgresql
echo ready
exec sleep infinity
`;
