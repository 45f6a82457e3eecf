import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { NewMachine } from './helpers/new-machine.ts';

const DOCUMENTED = Array.from(
  read('docs/log.md').matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm),
  ([, names = '']) => names.match(/\w+/g) ?? [],
).flat();

const machine = new NewMachine({});
afterAll(() => machine.remove());

test('docs/log.md has every field that a line can have', () => {
  const [, entry = ''] =
    /export type AuditEntry = \{(.*?)\n\};/s.exec(read('packages/gate/src/record/audit-entry.ts')) ?? [];
  const fields = Array.from(entry.matchAll(/readonly (\w+):/g), ([, name]) => name);
  expect(DOCUMENTED.toSorted()).toEqual([...fields, 'caliban', 'input_sha256', 'truncated'].toSorted());
});

test('a line has no field that is not in docs/log.md', () => {
  const call = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_use_id: 't',
    tool_name: 'Bash',
    tool_input: { command: `git status && echo ${'x'.repeat(9000)}` },
  };
  machine.run(`echo '${JSON.stringify(call)}' | caliban hook claude-code`);
  const line = JSON.parse(machine.read('/home/me/.local/state/caliban/permission-decisions.jsonl'));
  expect(line).toMatchObject({ truncated: true, part: { number: 1 }, caliban: expect.any(String) });
  expect(Object.keys(line).filter((field) => !DOCUMENTED.includes(field))).toEqual([]);
});

function read(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
}
