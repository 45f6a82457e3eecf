import { readFileSync } from 'node:fs';
import { ALLOW_ECHO, hookAnswer, hookInput, writeScript } from '../shared/calls.mjs';
import { expect, expectRun } from '../shared/expect.mjs';
import { readLoggedIds } from '../shared/logged-ids.mjs';
import { linux } from './needs.mjs';

export const scenarios = [
  // With fewer Node itself does not start.
  ...[19, 20, 24, 32, 48].map((files) => ({
    name: `${files} open files, hook`,
    expectation: 'denies in words, or by exit code 2',
    needs: linux,
    async run(world) {
      world.write('ws/.caliban/permissions.toml', `[[permissions.rules]]\npattern = "Bash:echo no"\naction = "deny"\n`);
      const around = `ulimit -n ${files}; exec "$@"`;
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo no'), around });
      expect(!result.timedOut, 'it hung');
      const said = hookAnswer(result)?.permissionDecision;
      expect(
        said === 'deny' || (said === undefined && result.code === 2),
        `said ${result.stdout}, exit ${result.code}`,
      );
    },
  })),
  {
    name: '24 open files, rule write and agent',
    expectation: 'done, or a true cause; the rule file whole',
    needs: linux,
    async run(world) {
      const file = world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const around = 'ulimit -n 24; exec "$@"';
      const add = await world.run(['perms', 'add', 'Bash:ls *', 'allow'], { around });
      const text = readFileSync(file, 'utf8');
      expect(add.code === 0 ? text.includes('Bash:ls') : text === ALLOW_ECHO, `exit ${add.code}: ${add.stderr}`);
      expect(add.code === 0 || add.stderr !== '', 'no word about why');
      const model = `scripted:${writeScript(world, ['echo hi'])}`;
      const agent = await world.run(['-p', 'go', '--model', model], { around });
      expect(!agent.timedOut && (agent.code === 0 || agent.stderr !== ''), `exit ${agent.code}: ${agent.stderr}`);
    },
  },
  {
    name: 'files of at most 1 KB (ulimit -f), rule write',
    expectation: 'the old file, whole; a cause or the signal',
    needs: linux,
    async run(world) {
      const old = `${ALLOW_ECHO}# ${'x'.repeat(3_000)}\n`;
      const file = world.write('ws/.caliban/permissions.toml', old);
      const around = 'trap \'\' XFSZ; ulimit -f 1; exec "$@"';
      const result = await world.run(['perms', 'add', 'Bash:ls *', 'allow'], { around });
      expectRun(result, { code: 3, stderr: /larger|EFBIG|too large/i });
      expect(readFileSync(file, 'utf8') === old, 'the file has changed');
    },
  },
  {
    name: 'files of at most 1 KB, log',
    expectation: 'warns; required denies; whole lines stay whole',
    needs: linux,
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const around = 'trap \'\' XFSZ; ulimit -f 1; exec "$@"';
      for (let number = 1; number <= 6; number++) {
        const input = hookInput(world, 'echo hi', `small-${number}`);
        const result = await world.run(['hook', 'claude-code'], { input, around });
        expectRun(result, { code: 0 });
        const isLogged = readLoggedIds(world.log).ids.has(`small-${number}`);
        expect(
          isLogged !== /decision log .* cannot be written/.test(result.stderr),
          `${number}: ${isLogged} ${result.stderr}`,
        );
      }
      world.write('home/.config/caliban/permissions.toml', '[permissions]\naudit_log = "required"\n');
      const denied = await world.run(['hook', 'claude-code'], {
        input: hookInput(world, 'echo hi', 'required'),
        around,
      });
      expect(hookAnswer(denied)?.permissionDecision === 'deny', `said ${denied.stdout}`);
    },
  },
];
