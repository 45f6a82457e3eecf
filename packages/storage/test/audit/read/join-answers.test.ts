import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerLine } from '../../../src/audit/line/answer-line.ts';
import type { AuditQuery } from '../../../src/audit/read/read-audit.ts';
import { readAudit } from '../../../src/audit/read/read-audit.ts';
import { line, temporaryDirectory } from '../helpers/entries.ts';

const ASKED = { action: 'ask', outcome: 'handed-over' } as const;
const TS = '2026-11-15T09:31:00.000Z';
const ran = (tool_use_id: string) =>
  answerLine({ ts: TS, event: 'ran', session_id: 's-1', tool_use_id, tool_name: 'Bash' }, '0.1.0');
const sha = /"input_sha256":"(\w+)"/.exec(line(ASKED))?.[1] ?? '';
const ranByInput = answerLine(
  { ts: TS, event: 'refused', session_id: 's-1', tool_name: 'Bash', input_sha256: sha },
  '0.1.0',
);

const both: readonly (readonly [string, Pick<AuditQuery, 'limit'>])[] = [
  ['forward', {}],
  ['backward', { limit: { kind: 'tail', lines: 100 } }],
];

test.each(
  both.flatMap(([direction, query]) =>
    (
      [
        ['by its id', [line({ ...ASKED, tool_use_id: 'a' }), line(), ran('a')], ['ran', undefined]],
        ['twice', [line({ ...ASKED, tool_use_id: 'a' }), ran('a'), ran('a')], ['ran']],
        ['not another call', [line({ ...ASKED, tool_use_id: 'a' }), ran('b')], [undefined]],
        ['not an allow', [line({ tool_use_id: 'a' }), ran('a')], [undefined]],
        ['by its input', [line({ ...ASKED, tool_use_id: undefined }), ranByInput], ['refused']],
        [
          'each of two alike',
          [line({ ...ASKED, tool_use_id: undefined }), ranByInput, line({ ...ASKED, tool_use_id: undefined })],
          ['refused', undefined],
        ],
        [
          'every file of a patch',
          [line({ ...ASKED, input: 1 }), line({ ...ASKED, input: 2 }), ran('t-1')],
          ['ran', 'ran'],
        ],
      ] as const
    ).map(([name, lines, answers]) => [name, direction, lines, answers, query] as const),
  ),
)('an answer is found %s, %s', async (_, __, lines, answers, query) => {
  const log = join(temporaryDirectory(), 'log.jsonl');
  writeFileSync(log, '');
  for (const text of lines) appendFileSync(log, text);
  const found: unknown[] = [];
  const unreadable: unknown[] = [];
  for await (const { answer } of readAudit({
    source: { log },
    ...query,
    onUnreadable: (what) => unreadable.push(what),
  }))
    found.push(answer);
  expect([found, unreadable]).toEqual([answers, []]);
});

const blocked = (tool_use_id: string, what: readonly string[]) =>
  answerLine({ ts: TS, event: 'blocked', session_id: 's-1', tool_use_id, tool_name: 'Bash', blocked: what }, '0.1.0');

test.each(
  both.flatMap(([direction, query]) =>
    (
      [
        [
          'on its command',
          [line({ confined: 'yes' }), line({ tool_use_id: 'b' }), blocked('t-1', ['x'])],
          [['x'], undefined],
        ],
        ['not on one that ran as it is', [line({ confined: 'no' }), blocked('t-1', ['x'])], [undefined]],
        ['without network', [line({ confined: 'without-network' }), blocked('t-1', ['x', 'y'])], [['x', 'y']]],
      ] as const
    ).map(([name, lines, wanted]) => [name, direction, lines, wanted, query] as const),
  ),
)("a command's denied accesses are found %s, %s", async (_, __, lines, wanted, query) => {
  const log = join(temporaryDirectory(), 'log.jsonl');
  writeFileSync(log, lines.join(''));
  const found: unknown[] = [];
  for await (const { blocked } of readAudit({ source: { log }, ...query })) found.push(blocked);
  expect(found).toEqual(wanted);
});

test.each([
  [{ host: 'codex' }, 1],
  [{ project: '/repo' }, 2],
  [{ project: '/re' }, 0],
  [{ rule: 'Bash:tail *' }, 1],
])('%j finds %i decisions', async (filter, count) => {
  const log = join(temporaryDirectory(), 'log.jsonl');
  const rule = {
    part: 2,
    pattern: 'Bash:tail *',
    action: 'allow',
    layer: 'user',
    file: undefined,
    line: undefined,
  } as const;
  writeFileSync(log, line({ host: 'codex', workspace: '/repo/sub' }) + line({ rules: [rule] }) + ran('x'));
  let found = 0;
  for await (const _ of readAudit({ source: { log }, filter })) found++;
  expect(found).toBe(count);
});
