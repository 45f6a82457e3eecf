import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { measureFirstPaint } from './first-paint.mjs';
import { measureKeys } from './keys.mjs';
import { measureOpenQuestion } from './open-question.mjs';
import { report } from './report.mjs';

export const HELP = `tui [--quick]        the session in a real terminal: from a key to the screen, from the start to the first
                     paint, and what a question costs that is left open;
                     writes bench/results/tui.md; --quick prints a smaller run and writes nothing`;

const RESULTS = fileURLToPath(new URL('../results/tui.md', import.meta.url));

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { quick: { type: 'boolean', default: false } } });
  const size = values.quick
    ? { lines: 5_000, keys: 60, rounds: 3, seconds: 10 }
    : { lines: 5_000, keys: 300, rounds: 15, seconds: 60 };
  const scratch = mkdtempSync(join(tmpdir(), 'caliban-bench-tui-'));
  try {
    mkdirSync(join(scratch, 'workspace/.git'), { recursive: true });
    const load = [loadavg()[0]];
    process.stderr.write('tui: keys\n');
    const keys = await measureKeys(scratch, size);
    process.stderr.write('tui: first paint\n');
    const paint = await measureFirstPaint(scratch, size);
    process.stderr.write('tui: an open question\n');
    const question = await measureOpenQuestion(scratch, size);
    load.push(loadavg()[0]);
    const text = report({ node: process.version, cores: availableParallelism(), load, size, keys, paint, question });
    process.stdout.write(text);
    if (!values.quick) writeFileSync(RESULTS, text);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run(process.argv.slice(2));
}
