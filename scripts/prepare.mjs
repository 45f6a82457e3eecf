// Installs and builds what is missing, so that a fresh clone needs nothing but Node and npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export function prepare() {
  install();
  run('npx', ['--no-install', 'tsc', '-b'], { quiet: true });
  run(process.execPath, ['scripts/bundle.mjs'], { quiet: true });
}

/** Runs a command in the repository and ends this process if it fails. Output goes to stderr: stdout is the program's. */
export function run(command, args, { quiet = false } = {}) {
  if (!quiet) process.stderr.write(`\n> ${command} ${args.join(' ')}\n`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env: childEnvironment() });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}

function install() {
  const stamp = new URL('../node_modules/.caliban-installed', import.meta.url);
  const wanted = createHash('sha256')
    .update(readFileSync(new URL('../package-lock.json', import.meta.url)))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  run('npm', ['ci', '--prefer-offline', '--loglevel', 'error']);
  writeFileSync(stamp, wanted);
}

/** What npm passes down to its scripts must not steer the npm we start ourselves. */
function childEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config|package|lifecycle)_/i.test(name)),
  );
}
