import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HookResult, HookScratch } from './hook-process.ts';

let scratch: HookScratch;

beforeEach(() => {
  scratch = new HookScratch();
  scratch.rules('home/.config/caliban/permissions.toml', 'deny Bash:git push *', 'allow Bash:git *', 'deny Read:*.env');
});

afterEach(() => scratch.remove());

describe('caliban hook claude-code', () => {
  const RULES = '~/.config/caliban/permissions.toml';
  test.each([
    ['git status', 'allow', undefined],
    ['git push x', 'deny', `caliban: this Bash call is denied by the rule \`Bash:git push *\` (${RULES}:1)`],
    ['make', 'left', undefined],
    ['git status && make', 'left', undefined],
    [
      'git status; git push x',
      'deny',
      `caliban: this Bash call is denied by the rule \`Bash:git push *\` (in part 2 of 2) (${RULES}:1)`,
    ],
    [
      'git log < .env',
      'deny',
      `caliban: this Bash call is denied by the rule \`Read:*.env\` (in part 2 of 2) (${RULES}:9)`,
    ],
    [`git log ${'x'.repeat(70_000)}`, 'ask', undefined],
    [`git log ${'x'.repeat(70_000)}; git push x`, 'deny', undefined],
  ])('`%.40s` → %s', async (command, action, reason) => {
    for (const throughProgram of [false, true]) {
      const result = await scratch.hook({ input: scratch.bash(command), throughProgram });
      expect(result).toMatchObject({ exit: 0, stderr: '' });
      expect(decisionOf(result)).toMatchObject({
        permissionDecision: action,
        ...(reason === undefined ? {} : { permissionDecisionReason: reason }),
      });
    }
    expect(scratch.log().map(({ outcome }) => outcome)).toEqual(Array(2).fill(OUTCOMES[action] ?? action));
  });

  test.each([
    // No written rule has a say.
    ['Bash', { command: 'make' }, [], 'left'],
    ['Bash', { command: 'cd src' }, [], 'left'],
    ['Bash', { command: 'true' }, [], 'left'],
    ['Bash', { command: 'echo "unclosed' }, [], 'left'],
    ['Bash', { command: '$X y' }, [], 'left'],
    ['Bash', { command: 'cat < x' }, [], 'left'],
    ['Read', { file_path: '~/.ssh/id_rsa' }, [], 'left'],
    ['Grep', { pattern: 'x' }, [], 'left'],
    ['AskUserQuestion', { questions: [] }, [], 'left'],
    ['ToolSearch', { query: 'x' }, [], 'left'],
    ['TodoWrite', { todos: [] }, [], 'left'],
    ['mcp__github__create_issue', {}, [], 'left'],
    // A part of the line is settled by a written rule.
    ['Bash', { command: 'git log; make' }, ['allow Bash:git *'], 'left'],
    ['Bash', { command: 'git log > x' }, ['allow Bash:git *'], 'left'],
    ['Bash', { command: 'git log > x' }, ['allow Bash:git *', 'allow Write'], 'allow'],
    // What feeds an allowed command could as well stand among its words.
    ['Bash', { command: 'git log < x' }, ['allow Bash:git *'], 'allow'],
    ['Bash', { command: 'cd src && git log' }, ['allow Bash:git *'], 'allow'],
    ['Bash', { command: 'make; git push' }, ['ask Bash:git *'], 'ask'],
    ['Bash', { command: 'make; git push' }, ['deny Bash:git *'], 'deny'],
    ['Bash', { command: 'git log; rm x; make' }, ['allow Bash:git *', 'ask Bash:rm *'], 'ask'],
    // A deny or ask may be hidden in what can't be read.
    ['Bash', { command: 'echo "unclosed' }, ['deny Bash:rm *'], 'ask'],
    ['Bash', { command: '$X y' }, ['ask Bash:rm *'], 'ask'],
    ['Bash', { command: '$X y; make' }, ['ask Bash:rm *'], 'ask'],
    ['Bash', { command: 'echo "unclosed' }, ['allow Bash:git *'], 'left'],
    ['Bash', { command: 'make; touch2 .env' }, ['allow Bash:touch2 *', 'deny Read:.env'], 'ask'],
    // A rule for everything is a written one too.
    ['Bash', { command: 'make' }, ['ask *'], 'ask'],
    ['ToolSearch', { query: 'x' }, ['ask *'], 'ask'],
    ['ToolSearch', { query: 'x' }, ['allow ToolSearch'], 'allow'],
    ['Read', { file_path: 'x' }, ['allow Read'], 'allow'],
    // caliban's own files.
    ['Write', { file_path: '.caliban/permissions.toml', content: '' }, [], 'ask'],
    ['Bash', { command: 'caliban perms add Bash allow' }, [], 'ask'],
  ])('%s %j under %j → %s', async (tool_name, tool_input, rules, action) => {
    scratch.rules('home/.config/caliban/permissions.toml', ...rules);
    const result = await scratch.hook({ input: scratch.bash('', { tool_name, tool_input }) });
    expect(decisionOf(result)).toMatchObject({ permissionDecision: action });
    expect(scratch.log()).toMatchObject([{ outcome: OUTCOMES[action] ?? action }]);
  });

  test.each([
    ['leave', 'make', 'left'],
    ['ask', 'make', 'ask'],
    ['ask', 'cat x', 'ask'],
    ['deny', 'make', 'deny'],
    ['deny', 'echo "unclosed', 'deny'],
    ['deny', 'git status', 'allow'],
    ['deny', 'rm x', 'ask'],
  ])('host_fallback = "%s": `%s` → %s', async (said, command, action) => {
    const rules = ['allow = ["Bash:git *"]', 'ask = ["Bash:rm *"]'];
    const head = command.startsWith('echo') ? [] : rules;
    scratch.write(
      'home/.config/caliban/permissions.toml',
      ['[permissions]', `host_fallback = "${said}"`, ...head, ''].join('\n'),
    );
    // From the files, then from what was packed of them.
    for (let process = 1; process <= 2; process++) {
      const result = await scratch.hook({ input: scratch.bash(command) });
      expect(decisionOf(result)).toMatchObject({ permissionDecision: action });
    }
    const read = await scratch.hook({
      input: scratch.bash('', { tool_name: 'Read', tool_input: { file_path: 'x' } }),
    });
    expect(decisionOf(read)).toMatchObject({ permissionDecision: said === 'leave' ? 'left' : 'allow' });
  });

  test.each([
    ['leave', 'leave', 'left'],
    ['leave', 'ask', 'ask'],
    ['ask', 'leave', 'ask'],
    ['deny', 'ask', 'deny'],
    ['ask', 'deny', 'deny'],
  ])('host_fallback = "%s" of the user, "%s" of the project → %s', async (ofUser, ofProject, action) => {
    scratch.write('home/.config/caliban/permissions.toml', `[permissions]\nhost_fallback = "${ofUser}"\n`);
    scratch.write('ws/.caliban/permissions.toml', `[permissions]\nhost_fallback = "${ofProject}"\n`);
    const result = await scratch.hook({ input: scratch.bash('make') });
    expect(decisionOf(result)).toMatchObject({ permissionDecision: action });
  });

  test('enforce means at least a question', async () => {
    scratch.write('home/.config/caliban/permissions.toml', '[permissions]\nenforce = true\n');
    const result = await scratch.hook({ input: scratch.bash('make') });
    expect(decisionOf(result)).toMatchObject({ permissionDecision: 'ask' });
  });

  test('a denial by `host_fallback` says so, and how to allow the call', async () => {
    scratch.write('home/.config/caliban/permissions.toml', '[permissions]\nhost_fallback = "deny"\n');
    expect(decisionOf(await scratch.hook({ input: scratch.bash('make') }))).toMatchObject({
      permissionDecisionReason: [
        `caliban: no rule allows this Bash call, and host_fallback is "deny" (${RULES}:2)`,
        "to allow it from now on, run caliban perms add 'Bash:make' allow",
      ].join('\n'),
    });
  });

  test('the question names caliban, the part, the rule and one command that settles it', async () => {
    scratch.rules('ws/.caliban/permissions.toml', 'ask Bash:make *');
    const result = await scratch.hook({ input: scratch.bash('git status && make x') });
    expect(decisionOf(result)).toMatchObject({
      permissionDecision: 'ask',
      permissionDecisionReason: [
        'caliban asks: "make x" (part 2 of 2) matches rule `Bash:make *` (project, .caliban/permissions.toml:1)',
        "to allow it from now on, run caliban perms add 'Bash:make x' allow --at before 'Bash:make *'",
      ].join('\n'),
    });
  });

  test.each([
    ['git status', { behavior: 'allow' }],
    ['git push x', { behavior: 'deny', message: expect.stringContaining('caliban: ') }],
    ['make', undefined],
    ['rm x', undefined],
  ])('when it is about to ask: `%s` → %j', async (command, decision) => {
    scratch.rules('ws/.caliban/permissions.toml', 'ask Bash:rm *');
    const input = scratch.bash(command, { hook_event_name: 'PermissionRequest' });
    const { stdout, exit } = await scratch.hook({ input });
    expect(exit).toBe(0);
    expect(stdout === '' ? undefined : JSON.parse(stdout).hookSpecificOutput.decision).toEqual(decision);
    // What it was silent about has its line from the event before the tool.
    expect(scratch.log()).toHaveLength(decision === undefined ? 0 : 1);
  });

  test.each([
    ['make', 'left'],
    ['git status', 'allow'],
    ['rm x', 'ask'],
  ])('in its plan mode its own rules apply: `%s` → %s', async (command, action) => {
    scratch.rules('ws/.caliban/permissions.toml', 'ask Bash:rm *');
    const result = await scratch.hook({ input: scratch.bash(command, { permission_mode: 'plan' }) });
    expect(decisionOf(result)).toMatchObject({ permissionDecision: action });
  });

  test('an assignment to a variable that the host has exported needs a separate rule', async () => {
    scratch.rules('home/.config/caliban/permissions.toml', 'allow Bash:npm *');
    const answers = ['DEPLOY=evil; npm run x', 'OTHER=evil; npm run x'].map(async (command) =>
      decisionOf(await scratch.hook({ input: scratch.bash(command), env: { DEPLOY: 'fine' } })),
    );
    expect(await Promise.all(answers)).toMatchObject([{ permissionDecision: 'left' }, { permissionDecision: 'allow' }]);
  });

  test('without a mode of the host, files and environment have the say about what rules ask', async () => {
    scratch.rules('ws/.caliban/permissions.toml', 'ask Bash:make');
    const said = await scratch.hook({ input: scratch.bash('make'), env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'plan' } });
    expect(decisionOf(said)).toMatchObject({ permissionDecision: 'deny' });
  });

  test('in auto mode, what the lists do not know is the question of the rule', async () => {
    scratch.rules('ws/.caliban/permissions.toml', 'ask Bash:make');
    const auto = await scratch.hook({ input: scratch.bash('make'), env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'auto' } });
    expect(decisionOf(auto)).toMatchObject({
      permissionDecision: 'ask',
      permissionDecisionReason: expect.stringMatching(/^caliban asks: rule `Bash:make` \(project, /),
    });
  });

  test.each([
    // This user has not accepted it.
    ['use', 'ask'],
    ['tighten-only', 'ask'],
  ])("a project's allows in auto mode with project_rules `%s` → %s", async (projectRules, action) => {
    scratch.write(
      'home/.config/caliban/permissions.toml',
      `[permissions]\nproject_rules = "${projectRules}"\nask = ["Bash"]\n`,
    );
    scratch.write('ws/.caliban/auto-mode.toml', 'allow = ["Bash:deploy-it *"]\n');
    const env = { CALIBAN_DEFAULT_PERMISSION_MODE: 'auto' };
    // From the files, then from what was packed of them.
    for (let process = 1; process <= 2; process++) {
      const result = await scratch.hook({ input: scratch.bash('deploy-it now'), env });
      expect(decisionOf(result)).toMatchObject({ permissionDecision: action });
    }
  });

  test.each([
    ['ws/.caliban/auto-mode.toml', 'disable_auto_mode = true', 'ask'],
    ['home/.config/caliban/auto-mode.toml', 'disableAutoMode = true', 'ask'],
    ['home/.config/caliban/auto-mode.toml', 'disable_auto_mode = false', 'allow'],
  ])('%s says `%s` → %s', async (file, line, action) => {
    scratch.rules('home/.config/caliban/permissions.toml', 'ask Bash');
    const ask = { input: scratch.bash('ls src'), env: { CALIBAN_DEFAULT_PERMISSION_MODE: 'auto' } };
    expect(decisionOf(await scratch.hook(ask))).toMatchObject({ permissionDecision: 'allow' });
    // The packed policy knows nothing of it.
    scratch.write(file, `${line}\n`);
    expect(decisionOf(await scratch.hook(ask))).toMatchObject({ permissionDecision: action });
  });

  test.each([
    ['true', 'sudo rm x', 'deny'],
    ['true', 'find . | xargs rm', 'deny'],
    ['true', 'ls x', 'allow'],
    ['false', 'sudo rm x', 'allow'],
  ])('see_through_wrappers = %s: `%s` → %s', async (said, command, action) => {
    scratch.write('home/.config/caliban/settings.toml', `[permissions]\nsee_through_wrappers = ${said}\n`);
    scratch.rules('home/.config/caliban/permissions.toml', 'deny Bash:rm *', 'allow Bash');
    // From the files, then from what was packed of them.
    for (let process = 1; process <= 2; process++) {
      const result = await scratch.hook({ input: scratch.bash(command) });
      expect(decisionOf(result)).toMatchObject({ permissionDecision: action });
    }
  });

  test('a setting outside its table is seen behind the packed policy', async () => {
    scratch.rules('home/.config/caliban/permissions.toml', 'allow Bash');
    expect(decisionOf(await scratch.hook({ input: scratch.bash('make') }))).toMatchObject({
      permissionDecision: 'allow',
    });
    scratch.write('ws/.caliban/settings.toml', 'enforce = true\n');
    expect(decisionOf(await scratch.hook({ input: scratch.bash('make') }))).toMatchObject({
      permissionDecision: 'deny',
    });
  });

  test('the rules are those of the project, wherever the model has gone', async () => {
    scratch.rules('ws/.caliban/permissions.toml', 'deny Bash:make');
    scratch.rules('other/.caliban/permissions.toml', 'allow Bash');
    const input = scratch.bash('make', { cwd: join(scratch.root, 'other') });
    const env = { CLAUDE_PROJECT_DIR: join(scratch.root, 'ws') };
    expect(decisionOf(await scratch.hook({ input, env }))).toMatchObject({ permissionDecision: 'deny' });
  });

  test.each(['', 'home'])('with HOME=`%s`, `~` in a rule is the home the system knows', async (HOME) => {
    scratch.rules('ws/.caliban/permissions.toml', 'deny Read:~/secret');
    const file = join(userInfo().homedir, 'secret');
    const input = { ...scratch.bash(''), tool_name: 'Read', tool_input: { file_path: file } };
    const own = (name: string) => [`XDG_${name}_HOME`, join(scratch.root, name)];
    const env = { HOME, ...Object.fromEntries(['CONFIG', 'STATE', 'CACHE'].map(own)) };
    expect(decisionOf(await scratch.hook({ input, env }))).toMatchObject({ permissionDecision: 'deny' });
  });

  test('an event that asks for nothing gets no answer', async () => {
    const result = await scratch.hook({ input: { ...scratch.bash('make'), hook_event_name: 'PostToolUse' } });
    expect(result).toEqual({ stdout: '', stderr: '', exit: 0 });
    expect(scratch.log()).toEqual([]);
  });

  test('a changed rule applies to the next call', async () => {
    const ask = async () => decisionOf(await scratch.hook({ input: scratch.bash('make') })).permissionDecision;
    expect(await ask()).toBe('left');
    scratch.rules('home/.config/caliban/permissions.toml', 'allow Bash:make');
    expect(await ask()).toBe('allow');
    scratch.rules('ws/.caliban/permissions.toml', 'ask Bash:make');
    expect(await ask()).toBe('ask');
    scratch.rules('home/.config/caliban/permissions.toml', 'deny  Bash:make');
    scratch.rules('ws/.caliban/permissions.toml', 'ask Bash:other');
    expect(await ask()).toBe('deny');
  });

  test('a cache that was tampered with is written again', async () => {
    await scratch.hook({ input: scratch.bash('git push x') });
    const cache = join(scratch.root, 'home/.cache/caliban');
    const file = join(cache, readdirSync(cache).find((name) => name.endsWith('.pack')) as string);
    const whole = readFileSync(file);
    const tampered = Buffer.from(whole.toString('latin1').replaceAll('git push', 'git pull'), 'latin1');
    expect(tampered.equals(whole)).toBe(false);
    for (const content of [tampered, Buffer.from('nonsense'), whole.subarray(0, 1000)]) {
      writeFileSync(file, content);
      const result = await scratch.hook({ input: scratch.bash('git push x') });
      expect(decisionOf(result)).toMatchObject({ permissionDecision: 'deny' });
      expect(readFileSync(file).length).toBe(whole.length);
    }
  });

  test('if nothing can be written, it decides all the same', async () => {
    chmodSync(join(scratch.root, 'home'), 0o500);
    const result = await scratch.hook({ input: scratch.bash('git push x') });
    expect(decisionOf(result)).toMatchObject({ permissionDecision: 'deny' });
    chmodSync(join(scratch.root, 'home'), 0o700);
  });
});

describe('a host that cannot ask', () => {
  test('is refused, with a remedy', async () => {
    scratch.rules('ws/.caliban/permissions.toml', 'ask Bash:make');
    const { stdout } = await scratch.hook({
      host: 'codex',
      input: { ...scratch.bash('make'), turn_id: 't', model: 'm' },
    });
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining("caliban perms add 'Bash:make' allow"),
    });
    expect(scratch.log()).toMatchObject([{ outcome: 'deny', action: 'ask' }]);
  });

  const toldByCodex = async (command: string) => {
    const input = { ...scratch.bash(command), turn_id: 't', model: 'm' };
    const { stdout } = await scratch.hook({ host: 'codex', input });
    return stdout === '' ? 'nothing' : (JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason as string);
  };

  test.each([
    ['ws/.caliban/permissions.toml', 'ask Bash:make *', "'Bash:make x' allow --at before 'Bash:make *'"],
    [
      'ws/.caliban/permissions.local.toml',
      'ask Bash:make *',
      "'Bash:make x' allow --scope local --at before 'Bash:make *'",
    ],
    ['home/.config/caliban/permissions.toml', 'ask Bash:make *', "'Bash:make x' allow"],
  ])('the suggested command allows the next call: %s', async (file, rule, command) => {
    scratch.rules(file, rule);
    const told = await toldByCodex('make x');
    expect(told).toMatch(
      new RegExp(`to allow it from now on, run (caliban perms add ${command.replaceAll('*', '\\*')})$`),
    );
    await scratch.paste(told.slice(told.indexOf('caliban perms add')));
    expect(await toldByCodex('make x')).toBe('nothing');
  });

  test('no remedy is offered that would not help', async () => {
    scratch.rules('ws/.caliban/permissions.toml', 'deny Bash:~rm -rf *');
    expect(await toldByCodex('$X foo')).toContain(
      'no rule for this line alone can allow it, and one for every Bash call does not either',
    );
  });

  test('a name with several readings: every one that lacks a rule is named', async () => {
    scratch.rules('home/.config/caliban/permissions.toml', 'ask *');
    const input = { ...scratch.bash(''), hook_event_name: 'BeforeTool', tool_name: 'mcp_a_b_c', tool_input: {} };
    const told = async () => JSON.parse((await scratch.hook({ host: 'gemini-cli', input })).stdout);
    const { decision, reason } = await told();
    expect([decision, reason.match(/caliban perms add \S+ allow/g)]).toEqual([
      'deny',
      ["caliban perms add 'mcp__a__b_c' allow", "caliban perms add 'mcp__a_b__c' allow"],
    ]);
    scratch.rules('ws/.caliban/permissions.toml', 'deny mcp__a_b__*');
    expect((await told()).reason).toBe(
      'caliban: this mcp__a_b__c call is denied by the rule `mcp__a_b__*` (.caliban/permissions.toml:1)',
    );
  });

  const write = { tool_name: 'Write', tool_input: { file_path: 'x', content: '' } };
  const shell = { tool_name: 'Shell', tool_input: { command: 'make' } };
  test.each([
    ['preToolUse', write, 'deny', "caliban perms add 'Write:./x' allow", 'deny'],
    ['beforeReadFile', { file_path: 'x.txt', content: '' }, 'deny', "caliban perms add 'Read:./x.txt' allow", 'deny'],
    ['beforeShellExecution', { command: 'make' }, 'ask', 'caliban asks: rule `Bash` (project', 'handed-over'],
    ['preToolUse', shell, undefined, '', 'handed-over'], // the event that asks comes next
  ])('nor can cursor on every event: %s %j → %s', async (event, fields, permission, message, outcome) => {
    scratch.rules('ws/.caliban/permissions.toml', 'ask Read:*.txt', 'ask Write', 'ask Bash');
    const input = { hook_event_name: event, workspace_roots: [join(scratch.root, 'ws')], ...fields };
    const said = JSON.parse((await scratch.hook({ host: 'cursor', input })).stdout);
    expect(said.permission).toBe(permission);
    const shown = said.agent_message?.replaceAll(join(scratch.root, 'ws'), 'WS') ?? '';
    expect(shown).toContain(message);
    expect(scratch.log()).toMatchObject([{ action: 'ask', outcome }]);
  });
});

describe('every failure is a refusal', () => {
  test.each([
    ['no JSON', 'nonsense', {}, 'the input is not JSON; an agent starts this program'],
    ['nothing', '', {}, 'there was no input; an agent starts this program'],
    ['not what the host sends', { tool: 'Bash' }, {}, 'names no event'],
    ['too much', `"${'x'.repeat(33 << 20)}"`, {}, 'longer than 32 MB'],
    ['a bad mode', null, { CALIBAN_DEFAULT_PERMISSION_MODE: 'x' }, 'which is not a mode'],
    ['a mode that would not start', null, { CALIBAN_DEFAULT_PERMISSION_MODE: 'bypassPermissions' }, 'needs --allow'],
    ['a limit that is no number', null, { CALIBAN_HOOK_TIMEOUT_MS: 'soon', CALIBAN_AUTO_ALLOW: 'x' }, 'write 1 or 0'],
  ])('%s', async (_, input, env, why) => {
    const { stdout, stderr, exit } = await scratch.hook({ input: input ?? scratch.bash('git status'), env });
    expect(stdout + stderr).toContain(why);
    expect(exit === 2 || decisionOf({ stdout, stderr, exit }).permissionDecision === 'deny').toBe(true);
  });

  test('a file that does not load', async () => {
    scratch.write('ws/.caliban/permissions.toml', 'nonsense');
    const result = await scratch.hook({ input: scratch.bash('git status') });
    expect(decisionOf(result)).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('permissions.toml:1'),
    });
    expect(scratch.log()).toMatchObject([
      { outcome: 'deny', because: { kind: 'fault', message: expect.stringContaining('permissions.toml:1') } },
    ]);
  });

  test('a file that does not load, where the log is switched off in one that does', async () => {
    scratch.write('home/.config/caliban/permissions.toml', '[permissions]\naudit_log = false\n');
    scratch.write('ws/.caliban/permissions.toml', 'nonsense');
    const result = await scratch.hook({ input: scratch.bash('git status') });
    expect(decisionOf(result)).toMatchObject({ permissionDecision: 'deny' });
    expect(scratch.log()).toEqual([]);
  });

  test('a rule file that is a link to nowhere, also where nothing was before', async () => {
    const input = scratch.bash('git status');
    expect(decisionOf(await scratch.hook({ input }))).toMatchObject({ permissionDecision: 'allow' });
    symlinkSync('/gone/permissions.toml', join(scratch.root, 'managed/permissions.toml'));
    expect(decisionOf(await scratch.hook({ input }))).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining(
        'managed/permissions.toml: is a link to `/gone/permissions.toml`, and nothing is there',
      ),
    });
  });

  test.each([
    ['Grep', { pattern: '.', path: '~/.ssh/id_rsa' }, 'deny'],
    ['Grep', { pattern: '.', path: '~/.ssh' }, 'deny'],
    ['Grep', { pattern: '.' }, 'left'],
    ['Glob', { pattern: '~/.ssh/*' }, 'deny'],
    ['Glob', { pattern: '**/*.ts' }, 'left'],
  ])('%s of %j, where reading keys is denied: %s', async (tool_name, tool_input, permissionDecision) => {
    scratch.rules('home/.config/caliban/permissions.toml', 'deny Read:~/.ssh/**');
    const result = await scratch.hook({ input: scratch.bash('', { tool_name, tool_input }) });
    expect(decisionOf(result)).toMatchObject({ permissionDecision });
  });

  test('a path that leads to a denied file only if its link is followed first', async () => {
    scratch.rules('home/.config/caliban/permissions.toml', 'deny Read:~/.ssh/**', 'allow Read');
    symlinkSync(join(scratch.root, 'home/.config'), join(scratch.root, 'ws/link'));
    const read = (path: string) => ({ tool_name: 'Read', tool_input: { file_path: join(scratch.root, 'ws') + path } });
    const answers = ['/link/../.ssh/id_rsa', '/link/../a.md'].map(async (path) =>
      decisionOf(await scratch.hook({ input: scratch.bash('', read(path)) })),
    );
    expect(await Promise.all(answers)).toMatchObject([{ permissionDecision: 'deny' }, { permissionDecision: 'allow' }]);
  });

  test('a working directory that is gone', async () => {
    const { cwd: _, ...input } = scratch.bash('git status');
    expect(decisionOf(await scratch.hook({ input, nowhere: true }))).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('the working directory is gone'),
    });
  });

  test('a log that has to be written and cannot', async () => {
    scratch.write('managed/permissions.toml', '[permissions]\naudit_log = "required"\n');
    scratch.write('home/.local/state/caliban', 'a file where the directory should be');
    const result = await scratch.hook({ input: scratch.bash('git status') });
    expect(decisionOf(result)).toMatchObject({ permissionDecision: 'deny' });
  });

  const LATE = 'it took longer than 5000 ms';

  test.each([
    [
      'a verdict that comes too late, because the machine slept',
      () => SLEEPS_AFTER_WRITING,
      [
        { outcome: 'allow', because: { kind: 'rule' } },
        { outcome: 'deny', because: { kind: 'fault', message: expect.stringContaining(LATE) } },
      ],
    ],
    [
      'no time to judge it',
      () => SLEEPS_AFTER_READING,
      [{ input: { command: 'git status' }, outcome: 'deny', because: { kind: 'fault', message: LATE } }],
    ],
  ])('%s; the log says so', async (_, sleeping, logged) => {
    scratch.write('sleep.cjs', sleeping());
    const env = { NODE_OPTIONS: `--require=${join(scratch.root, 'sleep.cjs')}` };
    const result = await scratch.hook({ input: scratch.bash('git status'), env });
    expect(decisionOf(result)).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining(LATE),
    });
    expect(scratch.log()).toMatchObject(logged);
  });

  test('input that never ends', async () => {
    const env = { CALIBAN_HOOK_TIMEOUT_MS: '300' };
    const { stderr, exit } = await scratch.hook({ input: '{"session_id":', env, open: true });
    expect({ stderr, exit }).toEqual({
      stderr: 'caliban: the permission check failed, so the call was refused: it took longer than 300 ms\n',
      exit: 2,
    });
  });

  test.each([
    ['', 'caliban hook: say for which agent: '],
    ['cloud-code', 'there is no host `cloud-code` (did you mean `claude-code`?);'],
    ['nobody', 'there is no host `nobody`;'],
    ['claude-code x', 'there is no host `claude-code x` (did you mean `claude-code`?);'],
  ])('an unknown host: `%s`', async (host, why) => {
    const { stderr, exit } = await scratch.hook({ host, input: scratch.bash('git status') });
    expect(exit).toBe(2);
    expect(stderr).toContain(why);
    expect(stderr).toContain('claude-code, codex, gemini-cli');
  });
});

/** The first line is in the log, and the next look at the clock is an hour later. */
const SLEEPS_AFTER_WRITING = `
  const fs = require('node:fs');
  const { writeSync } = fs;
  const { bigint } = process.hrtime;
  let slept = 0n;
  process.hrtime.bigint = () => bigint() + slept;
  fs.writeSync = (...given) => {
    slept = 3_600_000_000_000n;
    return writeSync(...given);
  };
`;

/** The call is read, and the next look at the clock is an hour later. */
const SLEEPS_AFTER_READING = `
  const { parse } = JSON;
  const { bigint } = process.hrtime;
  let slept = 0n;
  process.hrtime.bigint = () => bigint() + slept;
  JSON.parse = (...given) => {
    slept = 3_600_000_000_000n;
    return parse(...given);
  };
`;

/** Of calls that the host decides, or asks about. */
const OUTCOMES: Readonly<Record<string, string>> = { left: 'left-to-host', ask: 'handed-over' };

function decisionOf({ stdout }: HookResult): { permissionDecision?: string } {
  // No opinion.
  if (stdout === '') return { permissionDecision: 'left' };
  return JSON.parse(stdout).hookSpecificOutput;
}
