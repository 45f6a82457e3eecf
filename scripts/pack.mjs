// node scripts/pack.mjs <directory>: every package as npm would publish it, one file each.
// With --built, what is built already is packed as it is, all or those that are named, for tests: others may be running it.
// npm run pack:check: the same in a directory of its own, looked over for what would trouble those who install it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removeLeftovers } from './pack/leftovers.mjs';
import { writeManAndSchemas } from './pack/man-and-schemas.mjs';
import { writeThirdParty } from './pack/third-party.mjs';
import { prepare, root, run } from './prepare.mjs';

const [directory, option, ...names] = process.argv.slice(2);
if (directory === undefined) {
  process.stderr.write('usage: node scripts/pack.mjs <directory> [--built [name…]] | --check\n');
  process.exit(1);
}

if (option !== '--built') {
  removeLeftovers();
  await prepare();
}
writeThirdParty();
writeManAndSchemas();
if (directory === '--check') packAndCheck();
else pack(resolve(directory));

function pack(destination) {
  mkdirSync(destination, { recursive: true });
  const which = names.length === 0 ? ['--workspaces'] : names.map((name) => `--workspace=packages/${name}`);
  run('npm', ['pack', ...which, '--loglevel', 'error', '--pack-destination', destination], { quiet: true });
}

function packAndCheck() {
  const scratch = mkdtempSync(join(tmpdir(), 'caliban-packed-'));
  try {
    pack(scratch);
    const packed = readdirSync(scratch).map((name) => join(scratch, name));
    const failed = packed.flatMap((tarball) => troubles(tarball));
    process.stdout.write(failed.length === 0 ? `${packed.length} packages, no troubles\n` : failed.join('\n'));
    process.exitCode = failed.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function troubles(tarball) {
  const checks = [['publint', 'run', tarball, '--strict']];
  // The program has no types: nobody imports it.
  if (!/caliban-\d[^/]*$/.test(tarball)) checks.push(['attw', tarball, '--profile', 'esm-only', '--no-color']);
  return checks
    .map((check) => spawnSync('npx', ['--no-install', ...check], { cwd: root, encoding: 'utf8' }))
    .filter(({ status }) => status !== 0)
    .map(({ stdout, stderr }) => stdout + stderr);
}
