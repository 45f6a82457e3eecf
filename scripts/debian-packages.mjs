// Programs some tests want: installed where root runs us on Debian, else those tests say that they were skipped.
import { spawnSync } from 'node:child_process';

/**
 * Program → package. The shells complete commands in tests, ripgrep is what Grep uses where it is there, bubblewrap confines commands,
 * with socat where single hosts are allowed; curl, make and python3 try to get out of confinement; PostgreSQL is what
 * the hub stores everything in.
 */
const WANTED = {
  bwrap: 'bubblewrap',
  chromium: 'chromium',
  curl: 'curl',
  fish: 'fish',
  make: 'make',
  pg_lsclusters: 'postgresql',
  python3: 'python3',
  rg: 'ripgrep',
  socat: 'socat',
  zsh: 'zsh',
};
const PATIENCE_MS = 120_000;

export function installDebianPackages() {
  const missing = Object.keys(WANTED).filter((program) => !isThere(program));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    process.stderr.write(`without ${missing.join(', ')} some tests are skipped; apt-get can install them\n`);
    return;
  }
  const packages = missing.map((program) => WANTED[program]);
  process.stderr.write(`root runs the tests: apt-get installs ${packages.join(', ')}, which some of them want\n`);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  if (aptGet(install) || (aptGet(['update']) && aptGet(install))) return;
  process.stderr.write(`apt-get could not install ${packages.join(', ')}; some tests are skipped\n`);
}

function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 2], env, timeout: PATIENCE_MS }).status === 0
  );
}

function isThere(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}
