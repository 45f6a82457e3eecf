import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Scratch } from '../../helpers/scratch.ts';

let scratch: Scratch;

beforeEach(() => {
  scratch = new Scratch();
});

afterEach(() => scratch.remove());

const RULES =
  '[[permissions.rules]]\npattern = "Bash:git push *"\naction = "deny"\n\n[[permissions.rules]]\npattern = "Bash:git *"\naction = "allow"\n';
const FILE = '.caliban/permissions.toml';

function policyTest(call: string, expected: string, more = ''): string {
  return `[[permissions.tests]]\ncall = "${call}"\nexpect = "${expected}"\n${more}`;
}

describe('perms check', () => {
  test.each([
    ['no tests', '', 0, 'no tests; `caliban perms add PATTERN ACTION --with-test` writes one beside a rule'],
    ['a test that passes', policyTest('Bash:git push x', 'deny'), 0, '1 test passed'],
    [
      'another verdict',
      policyTest('Bash:git status', 'deny', 'comment = "quiet"\n'),
      1,
      '/ws/.caliban/permissions.toml:9: fail: the test of `Bash:git status` fails: expected deny, got allow: rule `Bash:git *` (project, /ws/.caliban/permissions.toml:5)\n  quiet\n0 tests passed, 1 failed',
    ],
    ['what only a built-in rule decides', policyTest('Read:src/a.ts', 'allow'), 0, '1 test passed'],
    ['no rule at all', policyTest('Bash:ls', 'ask'), 0, '1 test passed'],
    [
      'the rule that was to decide',
      policyTest('Bash:git push x', 'deny', 'rule = "Bash:git push *"\n'),
      0,
      '1 test passed',
    ],
    ['its other spelling', policyTest('Bash:git log', 'allow', 'rule = "Bash(git *)"\n'), 1, null],
    [
      'another rule than was to decide',
      policyTest('Bash:git push x', 'deny', 'rule = "Bash:git *"\n'),
      1,
      '/ws/.caliban/permissions.toml:9: fail: the test of `Bash:git push x` fails: deny as expected, but `Bash:git *` was to decide and `Bash:git push *` (project /ws/.caliban/permissions.toml:1) did\n0 tests passed, 1 failed',
    ],
    [
      'every rule of a line',
      policyTest('Bash:git log && git diff', 'allow', 'rule = "Bash:git *"\n'),
      0,
      '1 test passed',
    ],
  ])('%s', async (_, tests, exit, output) => {
    scratch.write(FILE, `${RULES}\n${tests}`);
    const ran = await scratch.run('caliban perms check');
    expect(ran.exit).toBe(exit);
    if (output !== null) expect(ran.output.trim()).toBe(output);
  });

  test('a file that does not load', async () => {
    scratch.write(FILE, policyTest('Bash:x', 'no'));
    const { exit, output } = await scratch.run('caliban perms check');
    expect([exit, output.trim()]).toEqual([
      3,
      '/ws/.caliban/permissions.toml:3:10: unknown action `no`; expected allow, ask or deny',
    ]);
  });

  test('--coverage names the rules that no test needs', async () => {
    scratch.write(FILE, `${RULES}\n${policyTest('Bash:git push x', 'deny')}`);
    expect((await scratch.run('caliban perms check --coverage')).output).toBe(
      '1 test passed\n1 of 2 rules tested; no test needs\n  allow  Bash:git *  project /ws/.caliban/permissions.toml:5',
    );
  });

  test('--scope takes the tests of one file', async () => {
    scratch.write(FILE, `${RULES}\n${policyTest('Bash:git status', 'deny')}`);
    scratch.write('~/.config/caliban/permissions.toml', policyTest('Bash:git status', 'allow'));
    expect((await scratch.run('caliban perms check --scope user')).output).toBe('1 test passed');
    expect((await scratch.run('caliban perms check --scope project')).exit).toBe(1);
  });
});

describe('a test that fails', () => {
  beforeEach(() => scratch.write(FILE, `${RULES}\n${policyTest('Bash:git status', 'deny')}`));

  test('is an error of lint', async () => {
    const { exit, output } = await scratch.run('caliban perms lint');
    expect(exit).toBe(1);
    expect(output).toContain('  9  error    the test of `Bash:git status` fails: expected deny, got allow');
  });

  test('is a warning at a start', async () => {
    const { output } = await scratch.run('caliban -p hi');
    expect(output).toContain('warning: /ws/.caliban/permissions.toml:9: the test of `Bash:git status` fails');
  });

  test('under enforce nothing starts, and a hook denies', async () => {
    scratch.write('~/.config/caliban/permissions.toml', '[permissions]\nenforce = true\n');
    const started = await scratch.run('caliban -p hi');
    expect(started.exit).toBe(78);
    scratch.write(
      'call.json',
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'git log' },
        session_id: 's',
      }),
    );
    const hook = 'caliban hook claude-code < call.json';
    for (const _ of [1, 2])
      expect((await scratch.run(hook)).output).toMatch(/"permissionDecision":"deny".*the test of/);
    scratch.write(FILE, `${RULES}\n${policyTest('Bash:git status', 'allow')}`);
    for (const _ of [1, 2]) expect((await scratch.run(hook)).output).not.toContain('the test of');
  });
});

describe('perms add --with-test', () => {
  test.each([
    ["'Bash:git push *' deny", 'call = "Bash:git push x"\nexpect = "deny"\nrule = "Bash:git push *"'],
    ["'@recursive-deletion' deny", 'call = "Bash:rm -rf build"\nexpect = "deny"\nrule = "@recursive-deletion"'],
    ["'Edit:docs/**' allow", 'call = "Edit:docs/x"\nexpect = "allow"\nrule = "Edit:docs/**"'],
    ["'mcp__db__run:sql=select *' allow", 'tool = "mcp__db__run"\ninput = { sql = "select x" }\nexpect = "allow"'],
  ])('%s', async (rule, written) => {
    const { exit, output } = await scratch.run(`caliban perms add ${rule} --with-test`);
    expect([exit, output.includes('added a test: ')]).toEqual([0, true]);
    expect((await scratch.run(`cat ${FILE}`)).output).toContain(`[[permissions.tests]]\n${written}`);
    expect((await scratch.run('caliban perms check')).output).toBe('1 test passed');
  });

  test('writes no test that fails', async () => {
    scratch.write(FILE, '[[permissions.rules]]\npattern = "Bash"\naction = "ask"\n');
    const { output } = await scratch.run("caliban perms add 'Bash:git *' allow --with-test");
    expect(output).toContain('note: no test was written, because no example call was found that this rule decides');
  });

  test('taking the rule out names the test that fails then', async () => {
    await scratch.run("caliban perms add 'Bash:git push *' deny --with-test");
    const { output } = await scratch.run("caliban perms remove --pattern 'Bash:git push *'");
    expect(output).toContain('the test of `Bash:git push x` fails: expected deny, got ask');
  });
});
