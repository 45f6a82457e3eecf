import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge, parsePattern } from '@caliban/gate';
import { createRuleBook } from '@caliban/gate/internal/judge/rule-book';
import { absolutePath } from '@caliban/gate/internal/text/path';
import { expect, test } from 'vitest';
import { line, temporaryDirectory } from '../../../storage/test/audit/helpers/entries.ts';
import { logDesk } from '../../src/desk/log-desk.ts';

const HERE = { workspace: absolutePath('/repo'), cwd: absolutePath('/repo/docs'), home: absolutePath('/home/me') };

function callsIn(...lines: readonly string[]) {
  const file = join(temporaryDirectory(), 'log.jsonl');
  writeFileSync(file, lines.map((text) => `${text.trimEnd()}\n`).join(''));
  return logDesk(file, () => HERE).recentCalls(10);
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
