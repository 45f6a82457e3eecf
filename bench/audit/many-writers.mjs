import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importStorage } from './storage.mjs';

const WRITER = fileURLToPath(new URL('writer.mjs', import.meta.url));
const WRITERS = 8;

/** Eight processes on one log: lines per second over all of them, and what became of the lines. */
export async function measureManyWriters({ linesEach, scratch }) {
  const { readAudit } = await importStorage('read/read-audit');
  const rows = [];
  for (const [name, how, maxBytes] of [
    ['writeSync of a ready line', 'raw', 0],
    ['record', 'record', 100 * 1024 * 1024],
    ['record, rotated at 1 MiB', 'record', 1024 * 1024],
  ]) {
    const log = join(scratch, `${how}-${maxBytes}`, 'log.jsonl');
    const milliseconds = await write({ log, how, maxBytes, linesEach });
    let unreadable = 0;
    const ids = new Set();
    let lines = 0;
    for await (const { entry } of readAudit({ source: { log }, onUnreadable: () => unreadable++ })) {
      ids.add(entry.tool_use_id);
      lines++;
    }
    rows.push({
      name,
      perSecond: (WRITERS * linesEach) / (milliseconds / 1000),
      files: readdirSync(join(log, '..')).filter((file) => /\.jsonl(\.gz)?$/.test(file)).length,
      lost: WRITERS * linesEach - ids.size,
      twice: lines - ids.size,
      torn: unreadable,
    });
  }
  return rows;
}

/** From the moment all of them are ready until the last is done. */
async function write(options) {
  const writers = Array.from({ length: WRITERS }, (_, number) =>
    spawn(process.execPath, [WRITER, JSON.stringify({ ...options, number })], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(writers.map((writer) => once(writer.stdout, 'data')));
  const start = performance.now();
  for (const writer of writers) writer.stdin.end('go\n');
  const codes = await Promise.all(writers.map((writer) => once(writer, 'close')));
  if (codes.some(([code]) => code !== 0)) throw new Error(`a writer failed: ${codes}`);
  return performance.now() - start;
}
