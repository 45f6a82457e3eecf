// Installs and builds what is missing, so that a fresh clone needs nothing but Node and npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export function prepare() {
  if (!installIn('.')) process.exit(1);
  run('npx', ['--no-install', 'tsc', '-b'], { quiet: true });
  run(process.execPath, ['scripts/bundle.mjs'], { quiet: true });
}

/** Runs a command in the repository and ends this process if it fails. Output goes to stderr: stdout is the program's. */
export function run(command, args, options) {
  const status = statusOf(command, args, options);
  if (status !== 0) process.exit(status);
}

/** What the lockfile in a directory of the repository says, unless that is there already. False: npm could not, and has said why. */
export function installIn(directory, flags = []) {
  const stamp = join(root, directory, 'node_modules/.caliban-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, directory, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  const args = ['ci', '--prefix', directory, '--prefer-offline', '--loglevel', 'error', ...flags];
  if (statusOf('npm', args) !== 0) return false;
  writeFileSync(stamp, wanted);
  return true;
}

function statusOf(command, args, { quiet = false } = {}) {
  if (!quiet) process.stderr.write(`\n> ${command} ${args.join(' ')}\n`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env: childEnvironment() });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return status ?? 1;
}

/** What npm passes down to its scripts must not steer the npm we start ourselves. */
function childEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config|package|lifecycle)_/i.test(name)),
  );
}
