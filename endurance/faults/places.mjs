import { ALLOW_ECHO, hookAnswer, hookInput, writeScript } from '../shared/calls.mjs';
import { expect, expectRun } from '../shared/expect.mjs';

export const scenarios = [
  {
    name: 'no HOME',
    expectation: 'the home of the account counts; a hook answers by the project',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const env = { HOME: undefined, ...xdgIn(world) };
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi'), env });
      expectRun(result, { code: 0, stderr: /^$/ });
      expect(hookAnswer(result)?.permissionDecision === 'allow', `said ${result.stdout}`);
      expectRun(await world.run(['perms', 'list'], { env }), { code: 0, stdout: /Bash:echo/ });
    },
  },
  {
    name: 'HOME that does not exist',
    expectation: 'no rules of the user; what is needed is made',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const env = { HOME: world.path('nowhere/at/all') };
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi'), env });
      expectRun(result, { code: 0, stderr: /^$/ });
      expect(world.has('nowhere/at/all/.local/state/caliban/permission-decisions.jsonl'), 'there is no log');
    },
  },
  {
    name: 'HOME that is a file',
    expectation: 'a hook judges and warns, a rule write fails, each with the cause',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const env = { HOME: world.write('file', '') };
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi'), env });
      expectRun(result, { code: 0 });
      const said = hookAnswer(result)?.permissionDecision;
      expect(said === 'allow' && /not a directory/.test(result.stderr), `said ${said}: ${result.stderr}`);
      const argv = ['perms', 'add', 'Bash:ls *', 'allow', '--scope', 'user'];
      expectRun(await world.run(argv, { env }), { code: 3, stderr: /not a directory/ });
    },
  },
  {
    name: 'XDG directories that are files',
    expectation: 'an agent runs to its end and says what it cannot keep',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const file = world.write('file', '');
      const env = { XDG_CONFIG_HOME: file, XDG_STATE_HOME: file, XDG_CACHE_HOME: file };
      const model = `scripted:${writeScript(world, ['echo hi'])}`;
      const result = await world.run(['-p', 'go', '--model', model], { env });
      expectRun(result, { code: 0, stdout: /Done\./, stderr: /not a directory|ENOTDIR/ });
      expect(result.stderr.match(/decision log/g)?.length === 1, `not said once: ${result.stderr}`);
    },
  },
  {
    name: 'XDG directories that are files, audit_log = "required"',
    expectation: 'no call runs',
    async run(world) {
      world.write('home/.config/caliban/permissions.toml', `[permissions]\naudit_log = "required"\n${ALLOW_ECHO}`);
      const env = { XDG_STATE_HOME: world.write('file', '') };
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi'), env });
      expect(hookAnswer(result)?.permissionDecision === 'deny', `said ${result.stdout} ${result.stderr}`);
      expect(/not a directory/.test(result.stdout), `without the cause: ${result.stdout}`);
    },
  },
  {
    name: 'relative XDG directories',
    expectation: 'count as unset',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const env = { XDG_STATE_HOME: 'here', XDG_CONFIG_HOME: '.', XDG_CACHE_HOME: '' };
      await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi'), env });
      expect(
        world.has('home/.local/state/caliban/permission-decisions.jsonl') && !world.has('ws/here'),
        'it is elsewhere',
      );
    },
  },
  {
    name: 'working directory that is gone',
    expectation: 'an exit code other than 0 and a message, or a deny; never an allow',
    async run(world) {
      world.write('gone/x', '');
      const around = 'rmdir_me=$PWD; rm -r "$rmdir_me"; exec "$@"';
      const input = hookInput(world, 'echo hi');
      const hook = await world.run(['hook', 'claude-code'], { cwd: world.path('gone'), around, input });
      expect(!hook.timedOut && hookAnswer(hook)?.permissionDecision !== 'allow', `said ${hook.stdout}`);
      world.write('gone/x', '');
      const list = await world.run(['perms', 'list'], { cwd: world.path('gone'), around });
      expect(list.code !== 0 && list.stderr !== '' && !list.timedOut, `exit ${list.code}: ${list.stderr}`);
    },
  },
  {
    name: 'locale C',
    expectation: 'rules and output keep their letters',
    async run(world) {
      const env = { LC_ALL: 'C', LANG: 'C' };
      expectRun(await world.run(['perms', 'add', 'Bash:grüße *', 'allow', '--comment', 'für öffentliche'], { env }), {
        code: 0,
      });
      expectRun(await world.run(['perms', 'list'], { env }), { code: 0, stdout: /Bash:grüße \*/ });
      expect(world.read('ws/.caliban/permissions.toml').includes('für öffentliche'), 'the comment has suffered');
      expectRun(await world.run(['perms', 'test', 'Bash', 'grüße alle'], { env }), { code: 0 });
    },
  },
];

function xdgIn(world) {
  return {
    XDG_CONFIG_HOME: world.path('xdg/config'),
    XDG_STATE_HOME: world.path('xdg/state'),
    XDG_CACHE_HOME: world.path('xdg/cache'),
  };
}
