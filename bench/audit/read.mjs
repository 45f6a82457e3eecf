import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryOf } from './entries.mjs';
import { median } from './rounds.mjs';
import { importStorage } from './storage.mjs';

const READER = fileURLToPath(new URL('reader.mjs', import.meta.url));

/** A log of many lines, read by a process of its own each time. */
export async function measureRead({ logLines, starts, scratch }) {
  const log = join(scratch, 'read', 'log.jsonl');
  await writeLog(log, logLines);
  const bare = Array.from({ length: starts }, () => milliseconds(['-e', '0']));
  const row = (name, query, times) => {
    const runs = Array.from({ length: times }, () => read(log, query));
    return {
      name,
      milliseconds: median(runs.map(({ elapsed }) => elapsed)),
      lines: runs[0].lines,
      peakMegabytes: median(runs.map(({ rss }) => rss)) / 1024,
    };
  };
  return {
    lines: logLines,
    megabytes: statSync(log).size / 1024 / 1024,
    rows: [
      { name: '`node -e 0`', milliseconds: median(bare), lines: 0, peakMegabytes: null },
      row('the first line', { limit: { kind: 'head', lines: 1 } }, starts),
      row('the last 20 lines', { limit: { kind: 'tail', lines: 20 } }, starts),
      row('the last 20 that were denied', { limit: { kind: 'tail', lines: 20 }, filter: { action: 'deny' } }, starts),
      row('every line', {}, 1),
      row('every denied line', { filter: { action: 'deny' } }, 1),
      row('the last tenth by time', { filter: { since: timeOf(logLines * 0.9) } }, 1),
      row('sums over every line', { stats: true }, 1),
    ],
  };
}

const timeOf = (number) => Date.parse('2026-11-15T00:00:00Z') + number * 50;

async function writeLog(log, lines) {
  const { auditLine } = await importStorage('line/audit-line');
  const { mkdirSync } = await import('node:fs');
  mkdirSync(join(log, '..'), { recursive: true });
  const descriptor = openSync(log, 'w', 0o600);
  let texts = [];
  for (let number = 0; number < lines; number++) {
    texts.push(auditLine(entryOf(number, { ts: new Date(timeOf(number)).toISOString() }), '0.1.0'));
    if (texts.length === 5_000 || number === lines - 1) {
      writeSync(descriptor, texts.join(''));
      texts = [];
    }
  }
  closeSync(descriptor);
}

function read(log, query) {
  const start = performance.now();
  const { stdout, status, stderr } = spawnSync(process.execPath, [READER, log, JSON.stringify(query)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return { elapsed: performance.now() - start, ...JSON.parse(stdout) };
}

function milliseconds(args) {
  const start = performance.now();
  spawnSync(process.execPath, args);
  return performance.now() - start;
}
