import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { saveResults, today } from '../save-results.mjs';
import { measureFirstPaint } from './first-paint.mjs';
import { measureIdle } from './idle.mjs';
import { measureKeys } from './keys.mjs';
import { report } from './report.mjs';

export const HELP = `tui [--quick]        the session in a real terminal: from a key to the screen, from the start to the first
                     paint, and what a session costs while it waits: at an empty prompt, with a question open,
                     while a command runs; writes bench/results/tui.{md,json}; --quick prints a smaller run and writes nothing`;

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
    process.stderr.write('tui: idle\n');
    const idle = await measureIdle(scratch, size);
    load.push(loadavg()[0]);
    const found = {
      date: today(),
      node: process.version,
      cores: availableParallelism(),
      load,
      size,
      keys,
      paint,
      idle,
    };
    const text = report(found);
    process.stdout.write(text);
    if (!values.quick) saveResults('tui', found, text);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run(process.argv.slice(2));
}
