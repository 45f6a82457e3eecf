import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Scratch } from '../../helpers/scratch.ts';

let scratch: Scratch;

beforeEach(() => {
  scratch = new Scratch();
});

afterEach(() => scratch.remove());

type Call = { readonly command: string; readonly rejected?: true };

/** Sessions in Claude Code's form, each with all of the calls, made in the workspace. */
async function record(calls: readonly Call[], { sessions = 3, mode = 'default', cwd = '$PWD' } = {}): Promise<void> {
  for (let session = 0; session < sessions; session++) {
    const sessionId = `s${session}`;
    const lines = calls.flatMap(({ command, rejected }, index) => {
      const id = `t${session}-${index}`;
      const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
      const result = { type: 'tool_result', tool_use_id: id, content: 'x', is_error: rejected === true };
      return [
        { type: 'assistant', cwd: 'CWD', sessionId, timestamp: new Date().toISOString(), message: { content: [use] } },
        {
          type: 'user',
          sessionId,
          message: { content: [result] },
          ...(rejected === undefined ? {} : { toolDenialKind: 'user-rejected' }),
        },
      ];
    });
    const records = [{ type: 'permission-mode', permissionMode: mode, sessionId }, ...lines];
    const file = `~/.claude/projects/ws/${sessionId}.jsonl`;
    scratch.write(file, records.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await scratch.run(`sed -i "s|CWD|${cwd}|" "$HOME/.claude/projects/ws/${sessionId}.jsonl"`);
  }
}

const HABITS = [{ command: 'make build' }, { command: 'npm test && git status' }, { command: 'rm -rf out' }];

test('--yes writes what ran often, with its evidence', async () => {
  await record(HABITS);
  const { output, exit } = await scratch.run('caliban perms learn --yes');
  expect(exit).toBe(0);
  expect(output).toContain('Read 9 calls since');
  expect(output).toContain('6 calls can teach; the others are 3 of a dangerous class.');
  expect(output).toContain('Wrote 4 rules to /ws/.caliban/permissions.toml.');
  const file = (await scratch.run('cat .caliban/permissions.toml')).output;
  expect(file).toMatch(
    /pattern = "Bash:make build"\naction = "allow"\ncomment = "learned: 3 calls in 3 sessions, last on \d{4}-\d\d-\d\d"/,
  );
  expect((await scratch.run("caliban perms test Bash 'npm test && make build'")).exit).toBe(0);
  expect((await scratch.run("caliban perms test Bash 'rm -rf out'")).exit).toBe(2);
});

test('once more, there is nothing left to learn', async () => {
  await record(HABITS);
  await scratch.run('caliban perms learn --yes');
  const { output } = await scratch.run('caliban perms learn --yes');
  expect(output).toContain('No rule to propose');
});

test.each([
  ['--dry-run', 'Nothing was written.'],
  ['', 'Nothing was written: no one can be asked here. --yes writes all of them.'],
])('`perms learn %s` without a terminal writes nothing', async (flags, said) => {
  await record(HABITS);
  const { output, exit } = await scratch.run(`caliban perms learn ${flags} < /dev/null`);
  expect([exit, output.split('\n').at(-1)]).toEqual([0, said]);
  expect((await scratch.run('ls .caliban')).exit).not.toBe(0);
});

test('a rejected call prevents a rule, and the report says so', async () => {
  await record([{ command: 'make build' }, { command: 'make build', rejected: true }]);
  const { output } = await scratch.run('caliban perms learn --dry-run');
  expect(output).toContain('would also allow `make build`: someone rejected it');
  expect(output).toContain('No rule to propose');
});

test('sessions in which no one was asked teach nothing', async () => {
  await record(HABITS, { mode: 'bypassPermissions' });
  expect((await scratch.run('caliban perms learn --dry-run')).output).toContain('9 in a mode that asks no one');
});

describe('--project and --user', () => {
  beforeEach(() => record(HABITS, { cwd: '/elsewhere' }));

  test('by default only calls of this project teach', async () => {
    expect((await scratch.run('caliban perms learn --dry-run')).output).toContain('Read 0 calls');
  });

  test('--user: calls of all projects, for the rules of the user', async () => {
    const { output } = await scratch.run('caliban perms learn --user --yes');
    expect(output).toContain('Wrote 4 rules to /home/.config/caliban/permissions.toml.');
  });
});

test('--json', async () => {
  await record([{ command: 'make build' }]);
  const { output } = await scratch.run('caliban perms learn --json');
  const answer = JSON.parse(output);
  expect(answer.rules).toEqual([
    {
      pattern: '@dangerous',
      action: 'ask',
      explanation: expect.any(String),
      needs: [],
      evidence: { calls: 0, sessions: 0, examples: [] },
    },
    {
      pattern: 'Bash:make build',
      action: 'allow',
      explanation: 'exactly this command',
      needs: ['@dangerous'],
      evidence: { calls: 3, sessions: 3, examples: ['make build'], last: expect.any(String) },
    },
  ]);
  expect(answer.preview).toEqual({
    calls: 3,
    before: { allow: 0, left: 3, ask: 0, deny: 0 },
    after: { allow: 3, left: 0, ask: 0, deny: 0 },
  });
  expect(answer.written).toBe(false);
});

test.each([
  ['--from klaude', 'caliban perms learn: --from `klaude` is not a history (did you mean `claude`?'],
  ['--user --project', 'caliban perms learn: --project and --user exclude each other'],
  ['--since yesterday', 'caliban perms learn: --since: no such time'],
])('`perms learn %s`', async (flags, said) => {
  const { output, exit } = await scratch.run(`caliban perms learn ${flags}`);
  expect([exit, output.slice(0, said.length)]).toEqual([3, said]);
});
