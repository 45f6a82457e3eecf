import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { installPeers } from '../decide/install-peers.mjs';
import { saveResults, today } from '../save-results.mjs';
import { contestants } from './contestants.mjs';
import { nodeRows, nodesReport } from './nodes.mjs';
import { report } from './report.mjs';
import { playRounds } from './rounds.mjs';

export const HELP = `cold-start [--quick] [--nodes]
                         from the start of a process to its verdict: hooks and perms test against a bare node
                         writes bench/results/cold-start.{md,json}; --quick prints a smaller run and writes nothing
                         --nodes: the installed package on each Node of \`npm run test:nodes\`; writes bench/results/nodes.{md,json}`;

const SCRATCH = fileURLToPath(new URL('../results/tmp/cold-start/', import.meta.url));

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { quick: SWITCH, nodes: SWITCH } });
  const rounds = values.quick ? 9 : 41;
  if (!values.nodes) installPeers();
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(SCRATCH, { recursive: true });
  try {
    if (values.nodes) return await runNodes(rounds, values.quick);
    process.stderr.write('cold-start: writing rules\n');
    const rows = await playRounds(await contestants(SCRATCH), rounds);
    const figures = { date: today(), node: process.version, cores: availableParallelism(), rounds, rows };
    const text = report(figures);
    process.stdout.write(text);
    if (!values.quick) saveResults('cold-start', figures, text);
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

const SWITCH = { type: 'boolean', default: false };

async function runNodes(rounds, isQuick) {
  const [load = 0] = loadavg();
  const nodes = await nodeRows(SCRATCH, rounds);
  const figures = { date: today(), cores: availableParallelism(), rounds, load, nodes };
  const text = nodesReport(figures);
  process.stdout.write(text);
  if (!isQuick) saveResults('nodes', figures, text);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run(process.argv.slice(2));
}
