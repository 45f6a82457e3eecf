import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { saveResults, today } from '../save-results.mjs';
import { answerTimes } from './answers.mjs';
import { hookRows, PROGRAM, servedHome } from './hooks.mjs';
import { DECISIONS, pageTimes } from './page.mjs';
import { report } from './report.mjs';

export const HELP = `inbox [--quick]          the warm hook against a bare node, and a question from the click to the agent that waits, the page
                         writes bench/results/inbox.{md,json}; --quick prints a smaller run and writes nothing`;

const SCRATCH = fileURLToPath(new URL('../results/tmp/inbox/', import.meta.url));

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { quick: { type: 'boolean', default: false } } });
  if (!existsSync(PROGRAM)) throw new Error('the program is not built; run `npm run build`');
  const rounds = values.quick ? 15 : 101;
  const questions = values.quick ? 30 : 300;
  const views = values.quick ? 5 : 31;
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(SCRATCH, { recursive: true, mode: 0o700 });
  const served = await servedHome(SCRATCH);
  try {
    process.stderr.write(`inbox: ${rounds} rounds of hooks\n`);
    const rows = await hookRows(served, rounds);
    process.stderr.write(`inbox: ${questions} questions\n`);
    const times = await answerTimes(served, questions);
    await stopped(served.server);
    process.stderr.write(`inbox: the page ${views} times\n`);
    const page = await pageTimes(served, views);
    if (page === null) process.stderr.write('inbox: there is no Chromium, so the page is not measured\n');
    const [load = 0] = loadavg();
    const figures = {
      date: today(),
      node: process.version,
      cores: availableParallelism(),
      load,
      rounds,
      questions,
      rows,
      times,
      decisions: DECISIONS,
      views,
      page,
    };
    const text = report(figures);
    process.stdout.write(text);
    if (!values.quick) saveResults('inbox', figures, text);
  } finally {
    await stopped(served.server);
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

async function stopped(server) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'close');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run(process.argv.slice(2));
}
