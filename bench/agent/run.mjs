import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { saveResults, today } from '../save-results.mjs';
import { figuresOf } from './figures.mjs';
import { report } from './report.mjs';

export const HELP = `agent [--quick]      a scripted session with a thousand rules: the gate's share of a call, memory over its turns
                     writes bench/results/agent.{md,json}; --quick prints a shorter session and writes nothing`;

const WORKER = fileURLToPath(new URL('./worker.mjs', import.meta.url));

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { quick: { type: 'boolean', default: false } } });
  const size = { turns: values.quick ? 200 : 1_000, rules: 1_000 };
  const scratch = mkdtempSync(join(tmpdir(), 'caliban-bench-agent-'));
  try {
    process.stderr.write('agent: a session\n');
    const worker = ['--expose-gc', WORKER, JSON.stringify({ scratch, ...size })];
    const found = JSON.parse(execFileSync(process.execPath, worker, { encoding: 'utf8', maxBuffer: 1 << 28 }));
    const log = readFileSync(join(scratch, 'state/caliban/permission-decisions.jsonl'), 'utf8').trimEnd().split('\n');
    const figures = figuresOf({
      date: today(),
      node: process.version,
      cores: availableParallelism(),
      size,
      log: log.map((line) => JSON.parse(line)),
      ...found,
    });
    const text = report(figures);
    process.stdout.write(text);
    if (!values.quick) saveResults('agent', figures, text);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run(process.argv.slice(2));
}
