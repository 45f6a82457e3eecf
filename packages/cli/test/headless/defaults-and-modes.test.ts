import { describe, expect, test } from 'vitest';
import { initOf, resultOf, toolResults } from './helpers/frames.ts';
import { flagIn } from './helpers/pasted-flag.ts';
import { bash, calls, read, says, script, type Use, write } from './helpers/scripts.ts';
import { type Finished, type RunOptions, Workplace } from './helpers/workplace.ts';

const EDIT: Use = ['Edit', { path: 'a.txt', old_string: 'one', new_string: 'two' }];
const READ_ONLY: readonly Use[] = [read('a.txt'), ['Grep', { pattern: 'one' }], ['Glob', { pattern: '*.txt' }]];

/** A workspace with one file, and a run in it that makes these calls. */
function placeFor(...uses: readonly Use[]): Workplace {
  return new Workplace({ 'a.txt': 'one\n', '/script.json': script(...uses) });
}

function play(place: Workplace, flags: readonly string[] = [], options: RunOptions = {}): Promise<Finished> {
  const model = ['--model', `scripted:${place.path('/script.json')}`];
  return place.run(['-p', 'go', ...model, '--output-format', 'stream-json', ...flags], options);
}

const outcomes = (place: Workplace) => place.log().map(({ tool_name, outcome }) => `${tool_name} ${outcome}`);

describe('Headless -p defaults — what actually runs', () => {
  test('invoked without --permission-mode, --no-permissions, or any explicit allow/deny/ask flag, the resolved mode is Default', async () => {
    const place = placeFor(read('a.txt'));
    const { stdout } = await play(place);
    expect(initOf(stdout)).toMatchObject({ type: 'system', subtype: 'init', permission_mode: 'default' });
    expect(place.log()[0]).toMatchObject({ mode: 'default', rule: { pattern: 'Read', layer: 'builtin' } });
  });

  test('a tool-using prompt that touches only read-only tools (Read, Glob, Grep) runs to completion silently', async () => {
    const place = placeFor(...READ_ONLY, ['TodoWrite', { todos: [] }]);
    const { code, stdout, stderr } = await play(place);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(toolResults(stdout).map(({ is_error }) => is_error)).toEqual([false, false, false, false]);
    expect(outcomes(place)).toEqual(['Read allow', 'Grep allow', 'Glob allow', 'TodoWrite allow']);
  });

  test.each<[string, Use, string]>([
    ['Write', write('b.txt'), 'b.txt'],
    ['Edit', EDIT, 'a.txt'],
    ['Bash', bash('echo two > b.txt'), 'b.txt'],
    ['Bash with quotes', bash(`printf '%s' "it's a \\$5 *" > b.txt && rm a.txt`), 'b.txt'],
    ['Bash over two lines', bash('touch b.txt\ntouch c.txt'), 'b.txt'],
  ])(
    'a prompt that needs Write, Edit or Bash fails on the first such call, until the flag it names is pasted: %s',
    async (_, use, file) => {
      const place = placeFor(use);
      const before = place.has(file) ? place.read(file) : null;
      const first = await play(place);
      expect(first.code).toBe(3);
      expect(place.has(file) ? place.read(file) : null).toBe(before);
      expect(toolResults(first.stdout)).toMatchObject([
        { is_error: true, content: expect.stringContaining('needs approval') },
      ]);
      expect(resultOf(first.stdout).permission_denials).toEqual([
        { tool_name: use[0], tool_use_id: 'call-1-1', tool_input: use[1] },
      ]);

      const second = await play(place, flagIn(first.stderr));
      expect({ code: second.code, stderr: second.stderr }).toEqual({ code: 0, stderr: '' });
      expect(place.read(file)).not.toBe(before);
    },
  );

  test('no flag is named that would not help', async () => {
    const managed = '[[permissions.rules]]\npattern = "Bash:~rm -rf *"\naction = "deny"\n';
    const place = placeFor(bash('$X foo')).write('/managed/permissions.toml', managed);
    const { code, stderr } = await play(place);
    expect(code).toBe(3);
    expect(stderr).toContain('one for every Bash call does not either: others that deny or ask come first');
    expect((await play(place, ['--allow', 'Bash'])).code).toBe(3);
  });

  test('an ask becomes a hard deny, and the call fails with a permission error', async () => {
    const place = placeFor(write('b.txt'));
    const { stdout } = await play(place);
    expect(toolResults(stdout)[0]).toMatchObject({
      is_error: true,
      content: expect.stringContaining('nobody can be asked'),
    });
    expect(place.log()).toMatchObject([
      { action: 'ask', outcome: 'deny', because: { kind: 'operator', by: 'non-interactive' } },
    ]);
  });

  test.each<[string, readonly string[], RunOptions, string]>([
    ['the flag', ['--permission-mode', 'dontAsk'], {}, '--permission-mode'],
    ['the variable', [], { env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'dontAsk' } }, 'CALIBAN_DEFAULT_PERMISSION_MODE'],
  ])('dontAsk is as loud: %s', async (_, flags, options, from) => {
    const place = placeFor(write('b.txt'), bash('rm a.txt'));
    const { code, stderr } = await play(place, flags, options);
    expect(code).toBe(0);
    expect(stderr.trim().split('\n')).toEqual([
      `caliban: DANGER: dontAsk mode is on (${from}); every call that would need approval runs without it`,
      'caliban: dontAsk: Write runs without approval (rule `Write` (builtin))',
      'caliban: dontAsk: Bash runs without approval (rule `Bash` (builtin))',
    ]);
  });

  test('--no-permissions is loud, and logged as disabled', async () => {
    const place = placeFor(write('b.txt'));
    const { code, stderr } = await play(place, ['--no-permissions']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^caliban: DANGER: --no-permissions is on[^\n]*\n$/)]);
    expect(place.log()).toMatchObject([{ action: 'allow', outcome: 'allow', mode: 'disabled' }]);
  });

  test.each<[string, readonly string[], RunOptions]>([
    ['--auto-allow', ['--auto-allow'], {}],
    ['CALIBAN_AUTO_ALLOW', [], { env: { CALIBAN_AUTO_ALLOW: '1' } }],
  ])('with auto-allow an ask becomes an allow, loud about being dangerous: %s', async (_, flags, options) => {
    const place = placeFor(write('b.txt'), bash('rm a.txt'));
    const { code, stderr } = await play(place, flags, options);
    expect(code).toBe(0);
    expect([place.has('b.txt'), place.has('a.txt')]).toEqual([true, false]);
    expect(stderr).toMatch(/^caliban: DANGER: auto-allow is on/);
    expect(stderr).toContain('auto-allow: Write runs without approval');
    expect(stderr).toContain('auto-allow: Bash runs without approval');
    expect(place.log().map(({ outcome, because }) => [outcome, because.by])).toEqual([
      ['allow', 'auto-allow'],
      ['allow', 'auto-allow'],
    ]);
  });

  test('--no-permissions is the only way to skip the static rule layer entirely, and every call is still logged', async () => {
    const place = placeFor(write('b.txt'), read('a.txt'), bash('rm a.txt')).write(
      '.caliban/permissions.toml',
      '[[permissions.rules]]\npattern = "*"\naction = "deny"\n',
    );
    const { code, stdout } = await play(place, ['--no-permissions']);
    expect(code).toBe(0);
    expect(initOf(stdout).permission_mode).toBe('disabled');
    expect(place.log().map(({ tool_name, mode, outcome }) => [tool_name, mode, outcome])).toEqual([
      ['Write', 'disabled', 'allow'],
      ['Read', 'disabled', 'allow'],
      ['Bash', 'disabled', 'allow'],
    ]);
    expect(place.has('a.txt')).toBe(false);
  });

  test.each(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'])(
    'all other modes surface under their camelCase name: %s',
    async (mode) => {
      const latch = mode === 'bypassPermissions' ? ['--allow-dangerously-skip-permissions'] : [];
      const { code, stdout } = await play(placeFor(), ['--permission-mode', mode, ...latch]);
      expect({ code, mode: initOf(stdout).permission_mode }).toEqual({ code: 0, mode });
    },
  );

  test.each<[string, RunOptions, Readonly<Record<string, string>>, string]>([
    ['the environment', { env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'plan' } }, {}, 'plan'],
    [
      'the user file',
      {},
      { '~/.config/caliban/permissions.toml': '[permissions]\ndefaultMode = "dontAsk"\n' },
      'dontAsk',
    ],
    [
      'the project file',
      {},
      { '.caliban/permissions.toml': '[permissions]\ndefault_mode = "acceptEdits"\n' },
      'acceptEdits',
    ],
  ])('the start mode comes from %s', async (_, options, files, mode) => {
    const place = placeFor();
    for (const [path, content] of Object.entries(files)) place.write(path, content);
    expect(initOf((await play(place, [], options)).stdout).permission_mode).toBe(mode);
  });
});

describe('modes layer over the rules, not under them', () => {
  const DENY =
    '[[permissions.rules]]\npattern = "Write"\naction = "deny"\nreason = "write to the log instead"\ncomment = "between us"\n';

  test.each(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'])(
    'a static allow or deny always wins: in %s',
    async (mode) => {
      const place = placeFor(write('b.txt'), bash('touch c.txt')).write('~/.config/caliban/permissions.toml', DENY);
      const { code, stdout } = await play(place, ['--permission-mode', mode, '--allow', 'Bash:touch *']);
      expect(code).toBe(0);
      expect([place.has('b.txt'), place.has('c.txt')]).toEqual([false, true]);
      // An optional reason string is returned to the model; the comment is not.
      expect(toolResults(stdout)[0]?.content).toContain('write to the log instead');
      expect(stdout).not.toContain('between us');
      expect(outcomes(place)).toEqual(['Write deny', 'Bash allow']);
    },
  );

  test('bypassPermissions short-circuits everything (including static Deny), and the log says what it let through', async () => {
    const place = placeFor(write('b.txt')).write('~/.config/caliban/permissions.toml', DENY);
    const flags = ['--permission-mode', 'bypassPermissions', '--allow-dangerously-skip-permissions'];
    expect((await play(place, flags)).code).toBe(0);
    expect(place.has('b.txt')).toBe(true);
    expect(place.log()).toMatchObject([
      { action: 'allow', outcome: 'allow', mode: 'bypassPermissions', rule: { pattern: 'Write', action: 'deny' } },
    ]);
  });

  test('to enter it, the operator must pass the flag at startup', async () => {
    const place = placeFor(write('b.txt'));
    const { code, stdout, stderr } = await play(place, ['--permission-mode', 'bypassPermissions']);
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain('--allow-dangerously-skip-permissions');
    expect(place.log()).toEqual([]);
  });

  test('starting with defaultMode = "bypassPermissions" without the flag aborts startup', async () => {
    const place = placeFor(write('b.txt')).write(
      '~/.config/caliban/permissions.toml',
      '[permissions]\ndefaultMode = "bypassPermissions"\n',
    );
    const { code, stderr } = await play(place);
    expect(code).toBe(78);
    expect(stderr).toContain('permissions.toml:2');
    expect((await play(place, ['--allow-dangerously-skip-permissions'])).code).toBe(0);
  });

  test.each<[string, readonly string[]]>([
    ['default', ['Write deny', 'Bash deny']],
    ['acceptEdits', ['Write allow', 'Bash deny']],
    ['plan', ['Write deny', 'Bash deny']],
    ['dontAsk', ['Write allow', 'Bash allow']],
  ])('a mode overrides only an ask: %s', async (mode, expected) => {
    const place = placeFor(write('b.txt'), bash('make lamp'));
    await play(place, ['--permission-mode', mode]);
    expect(outcomes(place)).toEqual(expected);
  });

  test('plan mode offers only tools that read, and ExitPlanMode', async () => {
    const { stdout } = await play(placeFor(), ['--permission-mode', 'plan']);
    const { tools } = initOf(stdout);
    expect(tools).toEqual(expect.arrayContaining(['Read', 'Grep', 'Glob', 'ExitPlanMode']));
    for (const tool of ['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'Bash']) expect(tools).not.toContain(tool);
  });

  test.each([[[]], [['--auto-allow']], [['--allow', 'ExitPlanMode']]])(
    'a plan mode that the operator chose is not left by the model: %j',
    async (flags) => {
      const place = placeFor(['ExitPlanMode', { plan: 'write' }], write('b.txt'));
      const { stdout } = await play(place, ['--permission-mode', 'plan', ...flags]);
      expect(toolResults(stdout)[0]).toMatchObject({
        is_error: true,
        content: expect.stringContaining('plan mode was chosen by the operator, and no one can be asked here'),
      });
      expect([outcomes(place), place.has('b.txt')]).toEqual([['ExitPlanMode allow', 'Write deny'], false]);
    },
  );

  test('sub-agents inherit their parent: mode and gate are shared, also when the mode changes meanwhile', async () => {
    const place = new Workplace({
      '/script.json': JSON.stringify([
        calls(['Agent', { prompt: 'write', description: 'writes', subagent_type: 'scribe' }]),
        calls(write('b.txt')),
        says('The scribe is done.'),
        calls(['EnterPlanMode', {}]),
        calls(['Agent', { prompt: 'write again', description: 'writes', subagent_type: 'scribe' }]),
        calls(write('c.txt')),
        says('The scribe could not.'),
        says('Done.'),
      ]),
    });
    const { stdout } = await play(place, ['--permission-mode', 'acceptEdits', '--allow', 'Agent']);
    expect(place.log().map(({ tool_name, agent, mode, outcome }) => [tool_name, agent, mode, outcome])).toEqual([
      ['Agent', undefined, 'acceptEdits', 'allow'],
      ['Write', 'scribe-1', 'acceptEdits', 'allow'],
      ['EnterPlanMode', undefined, 'acceptEdits', 'allow'],
      ['Agent', undefined, 'plan', 'allow'],
      ['Write', 'scribe-2', 'plan', 'deny'],
    ]);
    expect([place.has('b.txt'), place.has('c.txt')]).toEqual([true, false]);
    expect(toolResults(stdout)[0]?.content).toBe('The scribe is done.');
  });
});

describe('rules from the command line and from files', () => {
  test.each<[string, readonly string[], string]>([
    [
      '--allow, --deny and --ask, as often as needed',
      ['--deny', 'Bash:touch c*', '--allow', 'Bash:touch *'],
      'Bash allow,Bash deny',
    ],
    [
      'in the order in which they stand',
      ['--allow', 'Bash:touch *', '--deny', 'Bash:touch c*'],
      'Bash allow,Bash allow',
    ],
    ['an ask degrades to a deny', ['--ask', 'Bash:touch c*', '--allow', 'Bash'], 'Bash allow,Bash deny'],
    ['without a flag the file decides', [], 'Bash deny,Bash deny'],
    ["Claude Code's spelling", ['--allowedTools', 'Bash(touch b.txt)'], 'Bash allow,Bash deny'],
    [
      "Claude Code's spelling of a deny",
      ['--disallowedTools', 'Bash(touch b*)', '--allow', 'Bash:touch *'],
      'Bash deny,Bash allow',
    ],
  ])('%s', async (_, flags, expected) => {
    const place = placeFor(bash('touch b.txt'), bash('touch c.txt')).write(
      '.caliban/permissions.toml',
      '[[permissions.rules]]\npattern = "Bash:touch *"\naction = "deny"\n',
    );
    await play(place, flags);
    expect(outcomes(place).join()).toBe(expected);
  });
});
