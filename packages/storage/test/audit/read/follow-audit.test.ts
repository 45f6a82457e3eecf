import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FollowQuery, followAudit } from '../../../src/audit/read/follow-audit.ts';
import { at, temporaryDirectory } from '../helpers/entries.ts';
import { finish, startWriter } from '../helpers/writers.ts';

/** Asks for the next ids, one after the other. */
function follow(log: string, query: Partial<FollowQuery> = {}): (count: number) => Promise<string[]> {
  const stop = new AbortController();
  const lines = followAudit({ log, past: 0, pollMs: 5, signal: stop.signal, ...query });
  onTestFinished(async () => {
    stop.abort();
    await lines.return(undefined);
  });
  return async (count) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await lines.next()).value?.entry.tool_use_id ?? 'end');
    return ids;
  };
}

test('the last lines, then new ones, whole', async () => {
  const log = join(temporaryDirectory(), 'log.jsonl');
  writeFileSync(log, at('09:00:00') + at('09:00:01') + at('09:00:02') + at('09:00:03').slice(0, 40));
  const next = follow(log, { past: 2 });
  expect(await next(2)).toEqual(['09:00:01', '09:00:02']);
  appendFileSync(log, at('09:00:03').slice(40) + at('09:00:04'));
  expect(await next(2)).toEqual(['09:00:03', '09:00:04']);
});

test('only what matches', async () => {
  const log = join(temporaryDirectory(), 'log.jsonl');
  writeFileSync(log, at('08:00:00', 'first', { tool_name: 'Read' }));
  const next = follow(log, { past: 1, filter: { tool: 'Read' } });
  // What is written before the first answer may still count as past.
  expect(await next(1)).toEqual(['first']);
  appendFileSync(log, at('09:00:00') + at('09:00:01', 'read', { tool_name: 'Read' }));
  expect(await next(1)).toEqual(['read']);
});

test('through rotations, late lines included', async () => {
  const directory = temporaryDirectory();
  const log = join(directory, 'log.jsonl');
  const archive = (time: string) => join(directory, `log-2026-11-15T${time}.000-7.jsonl`);
  writeFileSync(log, at('09:00:00'));
  const next = follow(log, { past: 1 });
  expect(await next(1)).toEqual(['09:00:00']);

  renameSync(log, archive('09-01-00'));
  appendFileSync(archive('09-01-00'), at('09:00:59'));
  writeFileSync(log, at('09:01:01'));
  expect(await next(2)).toEqual(['09:00:59', '09:01:01']);

  // Twice between two looks: the one in the middle was never seen under its first name.
  renameSync(log, archive('09-02-00'));
  writeFileSync(archive('09-03-00'), at('09:02:01'));
  writeFileSync(log, at('09:03:01'));
  expect(await next(2)).toEqual(['09:02:01', '09:03:01']);

  appendFileSync(archive('09-01-00'), at('09:01:00', 'late'));
  appendFileSync(log, at('09:03:02'));
  expect((await next(2)).sort()).toEqual(['09:03:02', 'late']);
});

test('a log that was cut short is followed from its beginning', async () => {
  const log = join(temporaryDirectory(), 'log.jsonl');
  writeFileSync(log, at('09:00:00') + at('09:00:01'));
  const next = follow(log, { past: 1 });
  expect(await next(1)).toEqual(['09:00:01']);
  truncateSync(log);
  appendFileSync(log, at('09:00:02'));
  expect(await next(1)).toEqual(['09:00:02']);
});

test('ends when aborted', async () => {
  const log = join(temporaryDirectory(), 'log.jsonl');
  writeFileSync(log, at('09:00:00'));
  const stop = new AbortController();
  const seen: unknown[] = [];
  for await (const { entry } of followAudit({ log, past: 1, pollMs: 5, signal: stop.signal })) {
    seen.push(entry.tool_use_id);
    stop.abort();
  }
  expect(seen).toEqual(['09:00:00']);
});

test('two processes writing, rotating all the while: every line once', async () => {
  const log = join(temporaryDirectory(), 'log.jsonl');
  const next = follow(log);
  const lines = next(10_000);
  const writers = ['a', 'b'].map((writer) =>
    finish(startWriter({ file: log, writer, lines: 5_000, maxBytes: 16 * 1024, keep: 1_000 })),
  );
  await Promise.all(writers);
  expect(new Set(await lines).size).toBe(10_000);
});
