// Installs and builds what is missing, so that a fresh clone needs nothing but Node and npm.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export async function prepare() {
  const install = installation('.');
  if (install !== null) {
    await step('installing dependencies', 'npm', install.args);
    install.done();
  }
  await step('compiling', 'npx', ['--no-install', 'tsc', '-b']);
  await step('bundling', process.execPath, ['scripts/bundle.mjs']);
}

/** Runs a command and shows what it is and how long it takes; ends this process if it fails. All on stderr: stdout is the program's. */
async function step(what, command, args) {
  const from = Date.now();
  const seconds = () => Math.round((Date.now() - from) / 1000);
  const { isTTY } = process.stderr;
  const isPlain = !isTTY || (process.env.NO_COLOR ?? '') !== '' || process.env.TERM === 'dumb';
  const dim = (text) => (isPlain ? text : `\u001b[2m${text}\u001b[0m`);
  let frame = 0;
  const draw = () => process.stderr.write(`\r${SPINNER[frame++ % SPINNER.length]} ${what} ${dim(`${seconds()} s`)}`);
  // What is up to date takes no time, and needs no word.
  let timer = null;
  const begin = setTimeout(() => {
    if (!isTTY) return process.stderr.write(`${what} …\n`);
    draw();
    timer = setInterval(draw, 120);
  }, PATIENCE_MS);
  const { status, output } = await outcomeOf(command, args);
  clearTimeout(begin);
  clearInterval(timer);
  if (isTTY && timer !== null) process.stderr.write(`\r\u001b[K`);
  if (Date.now() - from >= PATIENCE_MS || status !== 0)
    process.stderr.write(`${status === 0 ? 'done' : 'failed'}: ${what} ${dim(`(${seconds()} s)`)}\n`);
  process.stderr.write(output);
  if (status !== 0) process.exit(status);
}

const SPINNER = ['|', '/', '-', '\\'];
const PATIENCE_MS = 1000;

function outcomeOf(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: childEnvironment() });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    child.on('error', ({ message }) => resolve({ status: 1, output: `${command}: ${message}\n` }));
    child.on('close', (status) => resolve({ status: status ?? 1, output: status === 0 ? '' : output }));
  });
}

/** Runs a command in the repository and ends this process if it fails. Output goes to stderr: stdout is the program's. */
export function run(command, args, options) {
  const status = statusOf(command, args, options);
  if (status !== 0) process.exit(status);
}

/** What the lockfile in a directory of the repository says, unless that is there already. False: npm could not, and has said why. */
export function installIn(directory, flags = []) {
  const install = installation(directory, flags);
  if (install === null) return true;
  if (statusOf('npm', install.args) !== 0) return false;
  install.done();
  return true;
}

/** What npm has to be told; null where all of it is there. */
function installation(directory, flags = []) {
  const stamp = join(root, directory, 'node_modules/.caliban-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, directory, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return null;
  const args = ['ci', '--prefix', directory, '--prefer-offline', '--loglevel', 'error', ...flags];
  return { args, done: () => writeFileSync(stamp, wanted) };
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
