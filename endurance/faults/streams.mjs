import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { entryOf } from '../../bench/audit/entries.mjs';
import { ALLOW_ECHO, hookAnswer, hookInput, writeScript } from '../shared/calls.mjs';
import { expect, expectRun } from '../shared/expect.mjs';
import { readLoggedIds } from '../shared/logged-ids.mjs';
import { linux } from './needs.mjs';
import { findScript } from './terminal.mjs';

export const scenarios = [
  {
    name: 'hook, standard input closed',
    expectation: 'no allow: denies by exit code 2 or in words',
    async run(world) {
      const result = await world.run(['hook', 'claude-code'], { around: 'exec "$@" <&-' });
      expect(!result.timedOut && hookAnswer(result)?.permissionDecision !== 'allow', `said ${result.stdout}`);
      expect(
        result.code === 2 || hookAnswer(result)?.permissionDecision === 'deny',
        `exit ${result.code}: ${result.stderr}`,
      );
    },
  },
  {
    name: 'hook, a host that no longer listens',
    expectation: 'exit code 2, which the host reads as no',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const { child, finished } = world.start(['hook', 'claude-code'], { input: null });
      child.stdout.destroy();
      child.stdin.end(hookInput(world, 'echo hi'));
      const result = await finished;
      expect(!result.timedOut && result.code === 2, `exit ${result.code}: ${result.stderr}`);
    },
  },
  {
    // Node puts the null device in place of what is closed, so that no write fails.
    name: 'hook, standard output closed from the start',
    expectation: 'exit code 2, which the host reads as no; the decision is in the log',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const options = { input: hookInput(world, 'echo hi'), around: 'exec "$@" >&-' };
      const result = await world.run(['hook', 'claude-code'], options);
      expect(!result.timedOut && result.code === 2, `exit ${result.code}: ${result.stderr}`);
      expect(readLoggedIds(world.log).ids.get('call-1')?.length === 1, 'it has no line');
    },
  },
  {
    name: 'hook, standard output full',
    expectation: 'exit code 2, which the host reads as no',
    needs: linux,
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const options = { input: hookInput(world, 'echo hi'), around: 'exec "$@" >/dev/full' };
      const result = await world.run(['hook', 'claude-code'], options);
      expect(!result.timedOut && result.code === 2, `exit ${result.code}: ${result.stderr}`);
    },
  },
  {
    name: 'hook, standard error closed, log not writable',
    expectation: 'the answer is given all the same',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      mkdirSync(world.log, { recursive: true });
      const options = { input: hookInput(world, 'echo hi'), around: 'exec "$@" 2>&-' };
      const result = await world.run(['hook', 'claude-code'], options);
      expect(
        result.code === 0 && hookAnswer(result)?.permissionDecision === 'allow',
        `exit ${result.code}: ${result.stdout}`,
      );
    },
  },
  {
    name: '`perms audit | head -1`',
    expectation: 'ends quietly when nobody reads on',
    async run(world) {
      const line = JSON.stringify({ ...entryOf(1), caliban: '0.1.0' });
      world.write('home/.local/state/caliban/permission-decisions.jsonl', `${line}\n`.repeat(50_000));
      const around = 'set -o pipefail; "$@" | head -1 >/dev/null';
      expectRun(await world.run(['perms', 'audit', '--json'], { around }), { code: [0, 141], stderr: /^$/ });
    },
  },
  {
    name: '`perms list` to a full device',
    expectation: 'an exit code other than 0',
    needs: linux,
    async run(world) {
      const result = await world.run(['perms', 'list'], { around: 'exec "$@" >/dev/full' });
      expect(!result.timedOut && result.code !== 0 && result.code !== null, `exit ${result.code}: ${result.stderr}`);
    },
  },
  {
    name: 'agent, output that breaks off',
    expectation: 'ends, and what it started ends with it',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', '[[permissions.rules]]\npattern = "Bash"\naction = "allow"\n');
      const script = writeScript(world, ['sleep 1', 'echo two', 'sleep 300']);
      const argv = ['-p', 'go', '--model', `scripted:${script}`, '--output-format', 'stream-json'];
      const { child, finished } = world.start(argv);
      child.stdout.once('data', () => child.stdout.destroy());
      expect(!(await finished).timedOut, 'it hung');
    },
  },
  {
    name: 'agent, standard input closed',
    expectation: 'runs by the prompt on the command line',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const model = `scripted:${writeScript(world, ['echo hi'])}`;
      const result = await world.run(['-p', 'go', '--model', model], { around: 'exec "$@" <&-' });
      expectRun(result, { code: 0, stdout: /Done\./ });
    },
  },
  ...['SIGHUP', 'SIGTERM', 'SIGINT'].map((signal) => ({
    name: `agent, ${signal} while a command runs`,
    expectation: 'exit 130; the command ends too; its line is there',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', '[[permissions.rules]]\npattern = "Bash"\naction = "allow"\n');
      const script = writeScript(world, ['touch begun; sleep 300']);
      const { child, finished } = world.start(['-p', 'go', '--model', `scripted:${script}`]);
      await untilThere(world, 'ws/begun');
      child.kill(signal);
      expectRun(await finished, { code: 130 });
      expect(readLoggedIds(world.log).ids.has('use-0'), 'it has no line');
    },
  })),
  {
    name: 'terminal that vanishes under an agent',
    expectation: 'it ends, with all it started; the line is there',
    needs: findScript,
    async run(world) {
      world.write('ws/.caliban/permissions.toml', '[[permissions.rules]]\npattern = "Bash"\naction = "allow"\n');
      const script = writeScript(world, ['touch begun; sleep 300']);
      // `script` gives it a terminal of its own; killed, it takes the terminal with it.
      const around = 'exec script -qec "$(printf "%q " "$@")" /dev/null';
      const { child, finished } = world.start(['-p', 'go', '--model', `scripted:${script}`], { around, input: null });
      await untilThere(world, 'ws/begun');
      child.kill('SIGKILL');
      child.stdin.end();
      await finished;
      expect(readLoggedIds(world.log).ids.has('use-0'), 'it has no line');
    },
  },
];

async function untilThere(world, file) {
  const giveUpAt = performance.now() + 30_000;
  while (!world.has(file)) {
    expect(performance.now() < giveUpAt, `${file} never came`);
    await sleep(20);
  }
}
