import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLines } from './check-lines.mjs';
import { median } from './rounds.mjs';

const WRITER = fileURLToPath(new URL('first-line-writer.mjs', import.meta.url));

/** What the log costs a process that writes one line and ends, as a hook does: each time a process of its own. */
export function measureFirstLine({ starts, scratch }) {
  const file = join(scratch, 'first-line.jsonl');
  const runs = Array.from({ length: starts * 2 }, () => {
    const { stdout, status, stderr } = spawnSync(process.execPath, [WRITER, file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  });
  checkLines(file, { lines: runs.length * 2 });
  return ['import', 'open', 'first line', 'second line', 'close'].map((name) => {
    const times = runs.map((run) => run[name]);
    return { name, microseconds: median(times), atLeast: Math.min(...times) };
  });
}
