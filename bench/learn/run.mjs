import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { saveResults, today } from '../save-results.mjs';
import { writeLog, writeSessions } from './histories.mjs';

export const HELP = `learn [--quick]      perms learn and perms plan over 100,000 recorded calls, perms plan over a million lines of the log
                     writes bench/results/learn.md; --quick prints a tenth of it and writes nothing`;

const PROGRAM = resolve(import.meta.dirname, '../../packages/cli/dist/bundle/caliban.cjs');
const USAGE = resolve(import.meta.dirname, 'usage.cjs');
const TARGET_S = 60;
const SESSIONS = [
  ['perms learn', ['perms', 'learn', '--user', '--from', 'claude', '--dry-run']],
  ['perms plan', ['perms', 'plan', '--scope', 'user', '--from', 'claude', '--add', '@read-only allow']],
];
const LOG = ['perms', 'plan', '--scope', 'user', '--from', 'log', '--add', '@read-only allow'];

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { quick: { type: 'boolean', default: false } } });
  const size = values.quick
    ? { calls: 10_000, distinct: 2_000, lines: 100_000 }
    : { calls: 100_000, distinct: 20_000, lines: 1_000_000 };
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-bench-learn-')));
  try {
    const load = [loadavg()[0]];
    const figures = [];
    writeSessions(home, size);
    for (const [name, args] of SESSIONS) figures.push({ name, ...measure(args, { home, calls: size.calls }) });
    const state = join(home, '.local/state/caliban');
    mkdirSync(state, { recursive: true });
    for (const lines of [size.lines / 10, size.lines]) {
      writeLog(join(state, 'permission-decisions.jsonl'), {
        lines,
        distinct: size.distinct,
        cwd: join(home, 'project-0'),
      });
      figures.push({ name: 'perms plan, the log', ...measure(LOG, { home, calls: lines }) });
    }
    load.push(loadavg()[0]);
    const page = pageOf({ figures, load, size });
    console.log(page);
    if (!values.quick) saveResults('learn', { date: today(), figures }, page);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function measure(args, { home, calls }) {
  process.stderr.write(`learn: ${args.slice(0, 2).join(' ')}\n`);
  const usage = join(home, 'usage.json');
  const from = performance.now();
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--require', USAGE, PROGRAM, ...args], {
    cwd: mkdtempSync(join(home, 'elsewhere-')),
    env: { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', CALIBAN_BENCH_USAGE: usage },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`caliban ${args.join(' ')} ended with ${status}: ${stderr}`);
  const read = Number(/(?:Read|Replayed) ([\d,]+) calls?/.exec(stdout)?.[1].replaceAll(',', ''));
  if (read !== calls) throw new Error(`caliban ${args.join(' ')} read ${read} of ${calls} calls`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8'));
  return {
    calls,
    seconds: (performance.now() - from) / 1_000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1_024,
  };
}

function pageOf({ figures, load, size }) {
  const rows = figures.map(
    ({ name, calls, seconds, cpuSeconds, megabytes }) =>
      `| ${name} | ${grouped(calls)} | ${seconds.toFixed(1)} s | ${cpuSeconds.toFixed(1)} s | ${megabytes.toFixed(0)} MB |`,
  );
  const slowest = Math.max(...figures.filter(({ calls }) => calls <= size.calls).map(({ cpuSeconds }) => cpuSeconds));
  return [
    '# Learning and planning, measured',
    '',
    `\`npm run bench -- learn\`, ${today()}, Node ${process.version}, ${availableParallelism()} cores, load average ${load.map((each) => each.toFixed(1)).join(' before and ')} after.`,
    'The built program over generated histories. Where the load is above the number of cores, the time of the processor says more than the time.',
    '',
    `Target: ${grouped(size.calls)} calls in at most ${TARGET_S} s. Found: ${slowest.toFixed(1)} s of the processor, ${slowest <= TARGET_S ? 'met' : 'missed'}.`,
    `${grouped(size.distinct)} of the command lines are different.`,
    '',
    '| | calls | time | processor | most memory |',
    '|---|--:|--:|--:|--:|',
    ...rows,
    '',
  ].join('\n');
}

function grouped(count) {
  return count.toLocaleString('en-US');
}
