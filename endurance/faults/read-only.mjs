import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { ALLOW_ECHO, hookAnswer, hookInput } from '../shared/calls.mjs';
import { expect, expectRun } from '../shared/expect.mjs';
import { AROUND_NOBODY, otherUser } from './needs.mjs';

const NOT_PERMITTED = /permission denied; check who owns it and its mode/;
const NOBODY = 65534;

export const scenarios = [
  {
    name: 'rule directory',
    expectation: 'exit 3 and the cause; the file as it was',
    needs: otherUser,
    async run(world) {
      giveHome(world);
      const file = world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      chmodSync(world.path('ws/.caliban'), 0o555);
      const result = await world.run(['perms', 'add', 'Bash:ls *', 'allow'], { around: AROUND_NOBODY });
      expectRun(result, { code: 3, stderr: NOT_PERMITTED });
      expect(readFileSync(file, 'utf8') === ALLOW_ECHO, 'the file has changed');
    },
  },
  {
    name: 'rule file of somebody else in a directory of ours',
    expectation: 'exit 3 and the cause: what we may not write we do not replace',
    needs: otherUser,
    async run(world) {
      giveHome(world);
      const file = world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      chownSync(world.path('ws/.caliban'), NOBODY, NOBODY);
      const result = await world.run(['perms', 'add', 'Bash:ls *', 'allow'], { around: AROUND_NOBODY });
      expectRun(result, { code: 3, stderr: NOT_PERMITTED });
      expect(readFileSync(file, 'utf8') === ALLOW_ECHO, 'the file has changed');
    },
  },
  {
    name: 'rule file that may not be read',
    expectation: 'a hook denies with the cause, the program exits 78',
    needs: otherUser,
    async run(world) {
      giveHome(world);
      chmodSync(world.write('ws/.caliban/permissions.toml', ALLOW_ECHO), 0o600);
      const options = { around: AROUND_NOBODY, input: hookInput(world, 'echo hi') };
      const hook = await world.run(['hook', 'claude-code'], options);
      expect(hookAnswer(hook)?.permissionDecision === 'deny', `not denied: ${hook.stdout}`);
      expect(NOT_PERMITTED.test(hook.stdout), `without the cause: ${hook.stdout}`);
      expectRun(await world.run(['perms', 'list'], { around: AROUND_NOBODY }), { code: 78, stderr: NOT_PERMITTED });
    },
  },
  {
    name: 'home that is not writable',
    expectation: 'a hook answers and warns that the log cannot be written',
    needs: otherUser,
    async run(world) {
      chmodSync(world.path('home'), 0o555);
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const options = { around: AROUND_NOBODY, input: hookInput(world, 'echo hi') };
      const result = await world.run(['hook', 'claude-code'], options);
      expectRun(result, { code: 0, stderr: NOT_PERMITTED });
      expect(hookAnswer(result)?.permissionDecision === 'allow', `not allowed: ${result.stdout}`);
    },
  },
  {
    name: 'home that is not writable, audit_log = "required"',
    expectation: 'denies with the true cause',
    needs: otherUser,
    async run(world) {
      world.write('home/.config/caliban/permissions.toml', `[permissions]\naudit_log = "required"\n${ALLOW_ECHO}`);
      chmodSync(world.path('home'), 0o555);
      const options = { around: AROUND_NOBODY, input: hookInput(world, 'echo hi') };
      const result = await world.run(['hook', 'claude-code'], options);
      expect(hookAnswer(result)?.permissionDecision === 'deny', `not denied: ${result.stdout} ${result.stderr}`);
      expect(NOT_PERMITTED.test(result.stdout), `without the cause: ${result.stdout}`);
    },
  },
  {
    name: 'user rules in a home that is not writable',
    expectation: 'exit 3 and the cause',
    needs: otherUser,
    async run(world) {
      chmodSync(world.path('home'), 0o555);
      const argv = ['perms', 'add', 'Bash:ls *', 'allow', '--scope', 'user'];
      expectRun(await world.run(argv, { around: AROUND_NOBODY }), { code: 3, stderr: NOT_PERMITTED });
    },
  },
];

function giveHome(world) {
  mkdirSync(world.path('home'), { recursive: true });
  chownSync(world.path('home'), NOBODY, NOBODY);
}
