import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { absolutePath, type ToolCall } from '@caliban/calls';
import { createRuleBook, judge, parsePattern } from '@caliban/gate';
import { expect, test } from 'vitest';
import { line, temporaryDirectory } from '../../../storage/test/audit/helpers/entries.ts';
import { decisionHistory } from '../../src/session-services/decision-history.ts';

const HERE = { workspace: absolutePath('/repo'), cwd: absolutePath('/repo/docs'), home: absolutePath('/home/me') };

const BOOK = createRuleBook([]);
const JUDGING = { judge: (call: ToolCall) => judge(BOOK, call), book: () => BOOK, context: () => HERE };

function callsIn(...lines: readonly string[]) {
  const file = join(temporaryDirectory(), 'log.jsonl');
  writeFileSync(file, lines.map((text) => `${text.trimEnd()}\n`).join(''));
  return decisionHistory(file, { cwd: '/', env: {}, home: '/' }, JUDGING).recentCalls(10);
}

test.each([
  ['as it was', { command: 'git status' }, 1],
  ['with a secret that was struck out', { command: 'curl -H "Authorization: Bearer sk-ant-api03-x8Jk2LmN4pQr"' }, 0],
  ['cut because it was too long', { command: `echo ${'x'.repeat(20_000)}` }, 0],
])('a call that was logged %s', async (_, input, counted) => {
  expect(await callsIn(line({ input }))).toHaveLength(counted);
});

test.each([
  ['/repo/src', 'allow'],
  ['/repo', 'ask'],
  [undefined, 'ask'], // Today's directory is another one.
])('a path is the one it was in `%s` → %s', async (cwd, action) => {
  const pattern = parsePattern('Edit:src/**');
  if (!pattern.ok) throw new Error(pattern.error.message);
  const book = createRuleBook([{ pattern: pattern.value, action: 'allow', source: { layer: 'user' } }]);
  const logged = JSON.parse(line({ tool_name: 'Edit', input: { path: 'a.ts' } })) as object;
  const [call] = await callsIn(JSON.stringify({ ...logged, cwd }));
  expect(call && judge(book, call).action).toBe(action);
});
