import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { contestants } from './contestants.mjs';
import { report } from './report.mjs';
import { playRounds } from './rounds.mjs';

export const HELP = `cold-start [--quick]     from the start of a process to its end: hooks and perms test against a bare node
                         writes bench/results/cold-start.md; --quick prints a smaller run and writes nothing`;

const RESULTS = fileURLToPath(new URL('../results/cold-start.md', import.meta.url));
const SCRATCH = fileURLToPath(new URL('../results/tmp/cold-start/', import.meta.url));

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { quick: { type: 'boolean', default: false } } });
  const rounds = values.quick ? 9 : 41;
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(SCRATCH, { recursive: true });
  try {
    process.stderr.write('cold-start: writing rules\n');
    const rows = playRounds(contestants(SCRATCH), rounds);
    const text = report({ node: process.version, cores: availableParallelism(), rounds, rows });
    process.stdout.write(text);
    if (!values.quick) writeFileSync(RESULTS, text);
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run(process.argv.slice(2));
}
