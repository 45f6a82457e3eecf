import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, homedir, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { saveResults, today } from '../save-results.mjs';
import { contestants } from './contestants.mjs';
import { report } from './report.mjs';

export const HELP = `sandbox [--quick] [--rounds N]
                         one \`bash -c true\` confined in several ways, interleaved; writes bench/results/sandbox.{md,json}
                         --quick prints a smaller run and writes nothing`;

export async function run(argv) {
  const options = { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } };
  const { values } = parseArgs({ args: argv, options });
  const rounds = Number(values.rounds ?? (values.quick ? 9 : 101));
  if (process.platform !== 'linux') return console.error('sandbox: bubblewrap is for Linux; nothing is measured');
  // Codex starts no helpers from a directory for temporary files.
  const scratch = realpathSync(mkdtempSync(join(homedir(), '.caliban-bench-')));
  try {
    const [before = 0] = loadavg();
    const rows = await measure(await contestants(scratch), { rounds, cwd: join(scratch, 'home/repo') });
    const [after = 0] = loadavg();
    const load = Math.max(before, after);
    const figures = { date: today(), node: process.version, cores: availableParallelism(), rounds, load, rows };
    const text = report(figures);
    process.stdout.write(text);
    if (!values.quick) saveResults('sandbox', figures, text);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Every round runs each of them once, in random order; a ratio is taken inside a round. */
async function measure(all, { rounds, cwd }) {
  const present = all.filter(({ missing }) => (missing ?? null) === null);
  const times = new Map(present.map(({ name }) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const contestant of shuffled(present)) {
      const milliseconds = await timeOf(contestant, cwd);
      if (round >= 0) times.get(contestant.name).push(milliseconds);
    }
  }
  for (const { close } of present) await close?.();
  const [floor] = present;
  const base = times.get(floor.name);
  return all.map(({ name, target, missing = null }) => {
    if (missing !== null) return { name, missing };
    const own = times.get(name);
    const ratios = own.map((time, round) => time / base[round]);
    return { name, target, median: quantile(own, 0.5), p90: quantile(own, 0.9), ratio: quantile(ratios, 0.5) };
  });
}

const WARM_UP = 3;

async function timeOf({ name, prepare }, cwd) {
  const from = performance.now();
  const { file, args, env = {}, feeds = [], done } = await prepare();
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'ignore', ...feeds.map(() => 'pipe')],
  });
  for (const [at, bytes] of feeds.entries()) child.stdio[3 + at].on('error', () => {}).end(bytes);
  const [code] = await once(child, 'exit');
  const took = performance.now() - from;
  done?.();
  if (code !== 0) throw new Error(`${name} ended with exit code ${code}`);
  return took;
}

function shuffled(list) {
  return list
    .map((item) => [Math.random(), item])
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}

function quantile(values, at) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run(process.argv.slice(2));
}
