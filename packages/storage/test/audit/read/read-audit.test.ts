import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type AuditQuery, readAudit } from '../../../src/audit/read/read-audit.ts';
import { at, line, temporaryDirectory } from '../helpers/entries.ts';
import { idsIn } from '../helpers/writers.ts';

const OLDEST = 'log-2026-11-15T09-10-00.000-7.jsonl.gz';
const MIDDLE = 'log-2026-11-15T09-20-00.000-9.jsonl';

/** Two archives and a live file, with two lines each. */
function someLog(): { readonly log: string; readonly directory: string } {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, OLDEST), gzipSync(at('09:00:00') + at('09:05:00')));
  writeFileSync(join(directory, MIDDLE), at('09:11:00') + at('09:15:00'));
  writeFileSync(join(directory, 'log.jsonl'), at('09:21:00') + at('09:25:00'));
  for (const name of [OLDEST, MIDDLE]) utimesSync(join(directory, name), 1.7e9, 1.7e9);
  return { log: join(directory, 'log.jsonl'), directory };
}

const ALL = ['09:00:00', '09:05:00', '09:11:00', '09:15:00', '09:21:00', '09:25:00'];
const time = (text: string) => Date.parse(`2026-11-15T${text}Z`);
const read = (log: string, query: Omit<AuditQuery, 'source'> = {}) => idsIn({ ...query, source: { log } });

test.each(['soft', 'hard'])('%s-deny, as earlier versions wrote it, is read as today', async (kind) => {
  const directory = temporaryDirectory();
  const because = { kind: 'classifier', verdict: `${kind}-deny`, source: 'Model', reason: 'r', over: {} };
  const entry = { ts: '2026-11-15T09:00:00.000Z', tool_name: 'Bash', action: 'ask', outcome: 'deny', because };
  writeFileSync(join(directory, 'log.jsonl'), `${JSON.stringify(entry)}\n`);
  const verdicts: unknown[] = [];
  for await (const { entry: read } of readAudit({ source: { log: join(directory, 'log.jsonl') } }))
    if (read.because?.kind === 'classifier') verdicts.push(read.because.verdict);
  expect(verdicts).toEqual([`${kind}_deny`]);
});

describe('archives and the live file, in order', () => {
  test.each<[string, Omit<AuditQuery, 'source'>, string[]]>([
    ['everything', {}, ALL],
    ['since', { filter: { since: time('09:15:00') } }, ALL.slice(3)],
    ['until', { filter: { until: time('09:15:00') } }, ALL.slice(0, 3)],
    ['between', { filter: { since: time('09:05:00'), until: time('09:21:00') } }, ALL.slice(1, 4)],
    ['head', { limit: { kind: 'head', lines: 3 } }, ALL.slice(0, 3)],
    ['head of nothing', { limit: { kind: 'head', lines: 0 } }, []],
    ['tail of the live file', { limit: { kind: 'tail', lines: 1 } }, ALL.slice(5)],
    ['tail reaching a plain archive', { limit: { kind: 'tail', lines: 3 } }, ALL.slice(3)],
    ['tail reaching a compressed archive', { limit: { kind: 'tail', lines: 5 } }, ALL.slice(1)],
    ['tail of everything', { limit: { kind: 'tail', lines: 50 } }, ALL],
    [
      'tail of what matches',
      { limit: { kind: 'tail', lines: 2 }, filter: { until: time('09:21:00') } },
      ALL.slice(2, 4),
    ],
    ['tail of nothing', { limit: { kind: 'tail', lines: 0 } }, []],
  ])('%s', async (_, query, expected) => {
    expect(await read(someLog().log, query)).toEqual({ ids: expected, unreadable: 0 });
  });

  test('given files, in the given order', async () => {
    const { directory } = someLog();
    const files = [join(directory, 'log.jsonl'), join(directory, OLDEST)];
    expect((await idsIn({ source: { files } })).ids).toEqual([...ALL.slice(4), ...ALL.slice(0, 2)]);
  });

  test('an archive that exists plain and compressed is read once', async () => {
    const { log, directory } = someLog();
    writeFileSync(join(directory, `${MIDDLE}.gz`), gzipSync(at('09:11:00') + at('09:15:00')));
    expect((await read(log)).ids).toEqual(ALL);
  });

  test('a log rotated while it is read is read once', async () => {
    const { log, directory } = someLog();
    const lines = readAudit({ source: { log } });
    const ids = [(await lines.next()).value.entry.tool_use_id];
    renameSync(log, join(directory, 'log-2026-11-15T09-30-00.000-7.jsonl'));
    writeFileSync(log, at('09:31:00'));
    for await (const { entry } of lines) ids.push(entry.tool_use_id);
    expect(ids).toEqual(ALL);
    expect((await read(log)).ids).toEqual([...ALL, '09:31:00']);
  });

  test('an archive compressed between listing and reading is found', async () => {
    const { log, directory } = someLog();
    const lines = readAudit({ source: { log } });
    const ids = [(await lines.next()).value.entry.tool_use_id];
    rmSync(join(directory, MIDDLE));
    writeFileSync(join(directory, `${MIDDLE}.gz`), gzipSync(at('09:11:00') + at('09:15:00')));
    for await (const { entry } of lines) ids.push(entry.tool_use_id);
    expect(ids).toEqual(ALL);
  });

  test('no log at all is an empty one', async () => {
    expect(await read(join(temporaryDirectory(), 'none', 'log.jsonl'))).toEqual({ ids: [], unreadable: 0 });
  });

  test('other files in the directory are none of ours', async () => {
    const { log, directory } = someLog();
    for (const name of ['log.jsonl.lock', 'log-2026.jsonl', 'other-2026-11-15T09-10-00.000-7.jsonl', 'log.jsonl.bak']) {
      writeFileSync(join(directory, name), at('10:00:00'));
    }
    expect((await read(log)).ids).toEqual(ALL);
  });

  test('a directory in its place is reported', async () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    mkdirSync(file);
    await expect(read(file)).rejects.toThrow('not a regular file');
  });
});

test.each<[string, Omit<AuditQuery, 'source'>]>([
  ['log-2026-11-15T09-18-00.000-7.jsonl', {}],
  ['log-2026-11-15T09-18-00.000-7.jsonl.gz', {}],
  ['log-2026-11-15T09-18-00.000-7.jsonl', { limit: { kind: 'tail', lines: 50 } }],
])('a pipe among the archives is reported and does not block: %s %j', async (name, query) => {
  const { log, directory } = someLog();
  execFileSync('mkfifo', [join(directory, name)]);
  expect(await read(log, query)).toEqual({ ids: ALL, unreadable: 1 });
});

describe('lines that are not ours are counted and skipped', () => {
  const good = at('09:00:00');
  test.each<[string, string | Buffer, string[], number]>([
    ['half a line, then a whole one', `${good.slice(0, 90)}\n${good}`, ['09:00:00'], 1],
    ['half a line glued to a whole one', `${good.slice(0, 90)}${good}`, ['09:00:00'], 1],
    ['two halves glued to a whole one', `${good.slice(0, 90)}${good.slice(0, 50)}${good}`, ['09:00:00'], 1],
    ['half a line at the end', `${good}${good.slice(0, 90)}`, ['09:00:00'], 1],
    ['a whole line without its end', good.trimEnd(), ['09:00:00'], 0],
    ['empty lines', `\n\n${good}\n\n`, ['09:00:00'], 0],
    ['Windows line ends', good.replace('\n', '\r\n'), ['09:00:00'], 0],
    ['text', `hello\n${good}`, ['09:00:00'], 1],
    ['other JSON', `{"a":1}\n[]\n42\n${good}`, ['09:00:00'], 3],
    // Written by a newer version.
    ['an unknown outcome', good.replace('"outcome":"allow"', '"outcome":"perhaps"'), ['09:00:00'], 0],
    ['no outcome', `${good.replace('"outcome":"allow"', '"outcome":1')}${good}`, ['09:00:00'], 1],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, 0x0a]), Buffer.from(good)]),
      ['09:00:00'],
      1,
    ],
    ['a line without end', `${'x'.repeat(3_000_000)}\n${good}`, ['09:00:00'], 1],
    ['an input that looks like an entry', line({ tool_use_id: 'a', input: { ts: 'x', a: '{"ts":"' } }), ['a'], 0],
  ])('%s', async (_, content, ids, unreadable) => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    writeFileSync(file, content);
    expect(await read(file)).toEqual({ ids, unreadable });
    expect(await read(file, { limit: { kind: 'tail', lines: 9 } })).toEqual({ ids, unreadable });
  });

  test('a broken archive: what can be read of it, and the rest', async () => {
    const { log, directory } = someLog();
    const packed = gzipSync(Array.from({ length: 5_000 }, (_, n) => at('09:00:00', `${n}`)).join(''));
    writeFileSync(join(directory, OLDEST), packed.subarray(0, packed.length / 2));
    const { ids, unreadable } = await read(log);
    expect(ids.slice(-4)).toEqual(ALL.slice(2));
    expect(unreadable).toBeGreaterThan(0);
  });

  test('a given file that does not exist is reported', async () => {
    const told: unknown[] = [];
    const files = [join(temporaryDirectory(), 'none.jsonl')];
    for await (const _ of readAudit({ source: { files }, onUnreadable: (what) => told.push(what.problem) }));
    expect(told).toEqual(['there is no such file']);
  });
});

describe('filters', () => {
  const lines = [
    line({ tool_use_id: 'bash', session_id: 'abc-1' }),
    line({
      tool_use_id: 'read',
      tool_name: 'Read',
      input: { path: '/Bash' },
      rule: undefined,
      because: { kind: 'no-rule' },
    }),
    line({ tool_use_id: 'mcp', tool_name: 'mcp__git__push', action: 'deny', outcome: 'deny', session_id: 'xyz' }),
    line({ tool_use_id: 'starred', tool_name: 'x*y' }),
    line({ tool_use_id: 'rejected', action: 'ask', outcome: 'deny' }),
    line({ tool_use_id: 'granted', action: 'ask', outcome: 'allow' }),
    line({ tool_use_id: 'handed', action: 'ask', outcome: 'handed-over' }),
    // Written by hand, or by another program, with blanks in it.
    '{ "ts": "2026-11-15T10:00:00+01:00", "tool_use_id": "spaced", "tool_name": "Bash", "action": "allow", "outcome": "allow" }\n',
  ];
  test.each<[AuditQuery['filter'], string[]]>([
    [{ tool: 'Bash' }, ['bash', 'rejected', 'granted', 'handed', 'spaced']],
    [{ tool: 'mcp__*' }, ['mcp']],
    [{ tool: '*git*push' }, ['mcp']],
    [{ tool: 'Ba' }, []],
    [{ tool: 'R?ad' }, ['read']],
    [{ tool: 'mcp__g?t__*' }, ['mcp']],
    [{ tool: 'x\\*y' }, ['starred']],
    [{ tool: 'mcp\\*' }, []],
    [{ action: 'ask' }, ['rejected', 'granted', 'handed']],
    [{ action: 'deny' }, ['mcp', 'rejected']],
    [{ action: 'allow', tool: 'Bash' }, ['bash', 'granted', 'spaced']],
    [{ rule: 'Bash:git *', action: 'ask' }, ['rejected', 'granted', 'handed']],
    [{ rule: 'Bash(git *)', action: 'ask' }, []], // means another rule
    [{ rule: 'Bash:git' }, []],
    [{ session: 'abc-1' }, ['bash']],
    [{ session: 'xy' }, ['mcp']],
    [{ until: Date.parse('2026-11-15T09:10:00Z') }, ['spaced']],
  ])('%j', async (filter, ids) => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    writeFileSync(file, lines.join(''));
    expect((await read(file, { filter: filter ?? {} })).ids).toEqual(ids);
  });

  test('a rule that contains a secret is found by it', async () => {
    const file = join(temporaryDirectory(), 'log.jsonl');
    const rule = {
      pattern: 'Bash:run --token abc',
      action: 'allow',
      layer: 'user',
      file: undefined,
      line: 1,
      comment: undefined,
    } as const;
    writeFileSync(file, line({ tool_use_id: 'a', rule }));
    expect((await read(file, { filter: { rule: 'Bash:run --token abc' } })).ids).toEqual(['a']);
  });
});

test('a line is returned as it is in the file', async () => {
  const file = join(temporaryDirectory(), 'log.jsonl');
  appendFileSync(file, at('09:00:00'));
  for await (const { text } of readAudit({ source: { log: file } })) expect(`${text}\n`).toBe(at('09:00:00'));
});
