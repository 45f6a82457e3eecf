import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUNDLE, type Running, ServeScratch } from '../serve/server-process.ts';
import { answerQuestion, nextQuestion } from './answers.ts';

class Hooks extends ServeScratch {
  constructor(settings = '[inbox]\nwait_seconds = 30\n') {
    super();
    this.rules('ask Bash:git push *');
    this.write('home/.config/caliban/settings.toml', settings);
  }

  hook(host: string, payload: object, { env = {}, wait = ['--wait', '60'] }: HookStart = {}): Running {
    const input = JSON.stringify({ session_id: 's', cwd: join(this.root, 'ws'), ...payload });
    return this.start(process.execPath, [`${BUNDLE}caliban.cjs`, 'hook', host, ...wait], { input, env });
  }

  async state(id: string): Promise<string> {
    const { body } = await this.client.send({ method: 'GET', path: `/api/asks/${id}` });
    return (body as { view: { state: string } }).view.state;
  }
}

type HookStart = { readonly env?: Readonly<Record<string, string>>; readonly wait?: readonly string[] };

const CODEX = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'git push origin' },
  tool_use_id: 't',
};
const GEMINI = {
  hook_event_name: 'BeforeTool',
  tool_name: 'run_shell_command',
  tool_input: { command: 'git push origin' },
};
const OPENCODE = { tool: 'bash', args: { command: 'git push origin' }, sessionID: 's', callID: 'c', servers: [] };
const CLAUDE = { ...CODEX, transcript_path: '/t', permission_mode: 'default' };
const HEADLESS = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };

describe('a hook of an agent that cannot ask', () => {
  test.each([
    ['codex', CODEX, {}, ''],
    ['gemini-cli', GEMINI, {}, '{"decision":"allow"}\n'],
    ['opencode', OPENCODE, {}, /"action":"allow"/],
    ['claude-code', CLAUDE, { env: HEADLESS }, /"permissionDecision":"allow"/],
    ['claude-code', { ...CLAUDE, agent_id: 'a1' }, {}, /"permissionDecision":"allow"/],
  ])('%s waits for the answer and lets the call through', async (host, payload, start, said) => {
    const hooks = new Hooks();
    await hooks.serve();
    const hook = hooks.hook(host, { ...payload, directory: join(hooks.root, 'ws') }, start);
    const view = await nextQuestion(hooks.client);
    expect(view.ask).toMatchObject({
      call: { tool: 'Bash', input: { command: 'git push origin' }, session: 's' },
      context: { host },
    });
    expect(hook.stdout).toBe('');
    await answerQuestion(hooks.client, view, { action: 'allow' });
    const { stdout, exit } = await hook.ended;
    expect(exit).toBe(0);
    if (typeof said === 'string') expect(stdout).toBe(said);
    else expect(stdout).toMatch(said);
    expect(await hooks.state(view.id)).toBe('consumed');
    expect(hooks.log()).toMatchObject([
      {
        host,
        outcome: 'allow',
        because: { kind: 'operator', by: 'operator', name: 'anna', through: 'page', ask_id: view.id },
      },
    ]);
  });

  test('a call that Codex announces again, where it would ask, is not asked about again', async () => {
    const hooks = new Hooks();
    await hooks.serve();
    const again = {
      ...{ hook_event_name: 'PermissionRequest', tool_name: 'Bash', session_id: 's' },
      tool_input: { command: 'git push origin', description: 'push' },
    };
    const hook = hooks.hook('codex', CODEX);
    const view = await nextQuestion(hooks.client);
    await answerQuestion(hooks.client, view, { action: 'allow' });
    await hook.ended;
    expect((await hooks.hook('codex', again).ended).stdout).toContain('"behavior":"allow"');
    expect(hooks.log().at(-1)).toMatchObject({ outcome: 'allow', because: { name: 'anna', ask_id: view.id } });
    // Once.
    const third = hooks.hook('codex', again);
    const next = await nextQuestion(hooks.client);
    expect(next.id).not.toBe(view.id);
    await answerQuestion(hooks.client, next, { action: 'deny' });
    expect((await third.ended).stdout).toContain('"behavior":"deny"');
  });

  test('a no reaches the model in the words of the person', async () => {
    const hooks = new Hooks();
    await hooks.serve();
    const hook = hooks.hook('codex', CODEX);
    await answerQuestion(hooks.client, await nextQuestion(hooks.client), { action: 'deny', message: 'not on Fridays' });
    const { hookSpecificOutput } = JSON.parse((await hook.ended).stdout);
    expect(hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'caliban: anna rejected this Bash call: not on Fridays',
    });
    expect(hooks.log()).toMatchObject([{ outcome: 'deny', because: { by: 'operator', name: 'anna' } }]);
  });

  test('no answer in time is a refusal that says that no one refused', async () => {
    const hooks = new Hooks('[inbox]\nwait_seconds = 1\n');
    await hooks.serve();
    const { hookSpecificOutput } = JSON.parse((await hooks.hook('codex', CODEX).ended).stdout);
    expect(hookSpecificOutput.permissionDecisionReason).toMatch(/^caliban: no one answered within 1 second, /);
    expect(hooks.log()).toMatchObject([
      { outcome: 'deny', because: { by: 'non-interactive', cause: 'inbox-expired' } },
    ]);
  });

  test("it waits no longer than the host's line says", async () => {
    const hooks = new Hooks();
    await hooks.serve();
    const { stdout } = await hooks.hook('codex', CODEX, { wait: ['--wait', '1'] }).ended;
    expect(stdout).toContain('no one answered within 1 second');
  });

  test('a deny that was added meanwhile wins over the yes', async () => {
    const hooks = new Hooks();
    await hooks.serve();
    const hook = hooks.hook('codex', CODEX);
    const view = await nextQuestion(hooks.client);
    hooks.rules('deny Bash:git push *');
    await answerQuestion(hooks.client, view, { action: 'allow' });
    expect((await hook.ended).stdout).toContain('"permissionDecision":"deny"');
    expect(await hooks.state(view.id)).toBe('allowed');
    expect(hooks.log()).toMatchObject([{ outcome: 'deny', action: 'deny', rule: { pattern: 'Bash:git push *' } }]);
  });

  test('rule files that broke meanwhile run nothing', async () => {
    const hooks = new Hooks();
    await hooks.serve();
    const hook = hooks.hook('codex', CODEX);
    const view = await nextQuestion(hooks.client);
    writeFileSync(join(hooks.root, 'home/.config/caliban/permissions.toml'), 'nonsense');
    await answerQuestion(hooks.client, view, { action: 'allow' });
    expect((await hook.ended).stdout).toContain('"permissionDecision":"deny"');
    expect(await hooks.state(view.id)).toBe('allowed');
  });

  test('a patch that touches a denied file asks no one', async () => {
    const hooks = new Hooks();
    hooks.rules('ask Write:a.md', 'deny Write:b.md');
    await hooks.serve();
    const command = ['*** Begin Patch', '*** Add File: a.md', '+x', '*** Add File: b.md', '+x', '*** End Patch'].join(
      '\n',
    );
    const { stdout } = await hooks.hook('codex', { ...CODEX, tool_name: 'apply_patch', tool_input: { command } }).ended;
    expect(stdout).toContain('"permissionDecision":"deny"');
    const { body } = await hooks.client.send({ method: 'GET', path: '/api/asks' });
    expect(body).toEqual({ views: [] });
  });

  test('a hook that its host ends takes the question back', async () => {
    const hooks = new Hooks();
    await hooks.serve();
    const hook = hooks.hook('codex', CODEX);
    const view = await nextQuestion(hooks.client);
    hook.child.kill('SIGTERM');
    expect((await hook.ended).stdout).toContain('was withdrawn');
    expect(await hooks.state(view.id)).toBe('cancelled');
  });

  test('a killed server that comes back still has the question', async () => {
    const hooks = new Hooks();
    const server = await hooks.serve();
    const hook = hooks.hook('codex', CODEX);
    const { id } = await nextQuestion(hooks.client);
    server.child.kill('SIGKILL');
    await server.ended;
    await hooks.serve();
    const view = await nextQuestion(hooks.client);
    expect(view.id).toBe(id);
    await answerQuestion(hooks.client, view, { action: 'allow' });
    expect(await hook.ended).toEqual({ stdout: '', stderr: '', exit: 0 });
  });
});

describe('everything is as it was', () => {
  const refusal = async (hooks: Hooks, start: HookStart = {}) =>
    JSON.parse((await hooks.hook('codex', CODEX, start).ended).stdout).hookSpecificOutput.permissionDecisionReason;

  test('without a server, with the cause in the log', async () => {
    const hooks = new Hooks();
    const without = await refusal(hooks, { wait: [] });
    expect(without).toContain('no one can be asked here');
    expect(await refusal(hooks)).toBe(without);
    const [one, other] = hooks.log();
    expect(one?.because).not.toHaveProperty('cause');
    expect(other?.because).toMatchObject({ by: 'non-interactive', cause: 'inbox-unreachable' });
  });

  test('settings that do not load refuse a question, and say so in the log', async () => {
    const hooks = new Hooks('[inbox]\nwait_seconds = "soon"\n');
    expect((await hooks.hook('codex', CODEX).ended).stdout).toMatch(/settings\.toml:2:\d+: `wait_seconds`/);
    expect(hooks.log()).toMatchObject([{ outcome: 'deny', because: { kind: 'fault' } }]);
  });

  test('with a server that hangs', async () => {
    const hooks = new Hooks();
    const server = await hooks.serve();
    server.child.kill('SIGSTOP');
    try {
      expect(await refusal(hooks)).toContain('no one can be asked here');
      expect(hooks.log()).toMatchObject([{ because: { cause: 'inbox-unreachable' } }]);
    } finally {
      server.child.kill('SIGCONT');
    }
  });

  test.each([
    ['no `--wait` in the line of the host', undefined, []],
    ['no `wait_seconds` in the settings', '', ['--wait', '60']],
  ])('%s', async (_, settings, wait) => {
    const hooks = new Hooks(settings);
    await hooks.serve();
    expect(await refusal(hooks, { wait })).toContain('no one can be asked here');
  });

  test('Claude Code in a terminal asks its own user', async () => {
    const hooks = new Hooks();
    await hooks.serve();
    expect((await hooks.hook('claude-code', CLAUDE).ended).stdout).toContain('"permissionDecision":"ask"');
    expect(hooks.log()).toMatchObject([{ outcome: 'handed-over' }]);
  });

  test('`from = "all"` brings its questions here first, and it asks where no one answers', async () => {
    const hooks = new Hooks('[inbox]\nwait_seconds = 1\nfrom = "all"\n');
    await hooks.serve();
    expect((await hooks.hook('claude-code', CLAUDE).ended).stdout).toContain('"permissionDecision":"ask"');
    expect(hooks.log()).toMatchObject([{ outcome: 'handed-over' }]);
    const { body } = await hooks.client.send({ method: 'GET', path: '/api/asks' });
    expect(body).toMatchObject({ views: [{ state: 'expired' }] });
  });

  test('the server itself leaves a question to a process that can wait', async () => {
    const hooks = new Hooks();
    await hooks.serve();
    const body = {
      payload: JSON.stringify({ session_id: 's', ...CODEX }),
      cwd: join(hooks.root, 'ws'),
      env: hooks.env(),
      names: Object.keys(hooks.env()),
    };
    const send = (more: object) =>
      hooks.client.send({ method: 'POST', path: '/hook/codex', body: { ...body, ...more } });
    expect((await send({ waits: true })).status).toBe(503);
    expect(hooks.log()).toEqual([]);
    expect(await send({})).toMatchObject({
      status: 200,
      body: { stdout: expect.stringContaining('no one can be asked') },
    });
  });
});

describe('a rule that needs several people, or someone else, without a hub', () => {
  const ALL = '[inbox]\nwait_seconds = 30\nfrom = "all"\n';
  test.each([
    ['codex', CODEX, {}, undefined],
    ['codex, with auto-allow', CODEX, { env: { CALIBAN_AUTO_ALLOW: '1' } }, undefined],
    ['gemini-cli', GEMINI, {}, undefined],
    ['opencode', OPENCODE, {}, undefined],
    ['claude-code', CLAUDE, {}, undefined],
    ['claude-code, whose questions all go to the inbox', CLAUDE, {}, ALL],
    ['claude-code, that asks about nothing', { ...CLAUDE, permission_mode: 'bypassPermissions' }, {}, undefined],
    ['claude-code, that edits by itself', { ...CLAUDE, permission_mode: 'acceptEdits' }, {}, undefined],
    ['claude-code, with auto-allow', CLAUDE, { env: { CALIBAN_AUTO_ALLOW: '1' } }, undefined],
    ['claude-code without an inbox', CLAUDE, { wait: [] }, ''],
  ])('%s: denied at once, with what is needed', async (name, payload, start, settings) => {
    for (const [field, text] of [
      ['approvals = 2', 'this needs the approval of 2 people through a hub; join one with `caliban hub join URL`'],
      ['self_approval = false', "this needs the approval of somebody other than the agent's owner through a hub"],
    ] as const) {
      const hooks = new Hooks(settings);
      hooks.write(
        'home/.config/caliban/permissions.toml',
        `[[permissions.rules]]\npattern = "Bash:git push *"\naction = "ask"\n${field}\n`,
      );
      await hooks.serve();
      const host = name.split(/[, ]/)[0] as string;
      const { stdout, stderr, exit } = await hooks.hook(host, { ...payload, directory: join(hooks.root, 'ws') }, start)
        .ended;
      expect(`${stdout}${stderr}`, String(exit)).toContain(JSON.stringify(text).slice(1, -1));
      expect(`${stdout}${stderr}`).toMatch(/"(?:permissionDecision|decision|action)":"deny"|"behavior":"deny"/);
      expect(hooks.log()).toMatchObject([{ outcome: 'deny' }]);
      const { body } = await hooks.client.send({ method: 'GET', path: '/api/asks' });
      expect(body).toMatchObject({ views: [] });
    }
  });
});
