import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { saveResults, today } from '../save-results.mjs';
import { measureAppend } from './append.mjs';
import { measureDecision } from './decision.mjs';
import { measureFirstLine } from './first-line.mjs';
import { measureManyWriters } from './many-writers.mjs';
import { measureRead } from './read.mjs';
import { measureRedaction } from './redaction.mjs';
import { report } from './report.mjs';

export const HELP = `audit [--quick]      the decision log: appending, many writers, redaction, reading a million lines
                     writes bench/results/audit.{md,json}; --quick prints a smaller run and writes nothing`;

const SCRATCH = fileURLToPath(new URL('../results/tmp/audit/', import.meta.url));

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { quick: { type: 'boolean', default: false } } });
  const size = values.quick
    ? { rounds: 7, lines: 4_096, linesEach: 5_000, characters: 256 * 1024, logLines: 100_000, starts: 5 }
    : { rounds: 15, lines: 8_192, linesEach: 10_000, characters: 512 * 1024, logLines: 1_000_000, starts: 7 };
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(SCRATCH, { recursive: true });
  try {
    const results = { date: today(), node: process.version, cores: availableParallelism(), size };
    for (const [name, measure] of Object.entries(PARTS)) {
      process.stderr.write(`audit: ${name}\n`);
      results[name] = await measure({ ...size, scratch: SCRATCH });
    }
    const text = report(results);
    process.stdout.write(text);
    if (!values.quick) saveResults('audit', results, text);
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

const PARTS = {
  append: measureAppend,
  decision: measureDecision,
  firstLine: measureFirstLine,
  manyWriters: measureManyWriters,
  redaction: measureRedaction,
  read: measureRead,
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run(process.argv.slice(2));
}
