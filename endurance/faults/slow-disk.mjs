import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ALLOW_ECHO, hookAnswer, hookInput } from '../shared/calls.mjs';
import { expect, expectRun } from '../shared/expect.mjs';
import { readLoggedIds } from '../shared/logged-ids.mjs';
import { rulesIn } from '../shared/rules-in.mjs';

const HOLDER = fileURLToPath(new URL('lock-holder.mjs', import.meta.url));

export const scenarios = [
  {
    name: 'a writer that stalls for two seconds',
    expectation: 'the next waits for it, then writes',
    async run(world, afterwards) {
      const file = world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const holder = await holdLock(file, afterwards);
      const adding = world.run(['perms', 'add', 'Bash:ls *', 'allow']);
      await sleep(2_000);
      holder.kill('SIGKILL');
      expectRun(await adding, { code: 0 });
      expect((await rulesIn(file)).rules.length === 2, 'the rule is not there');
    },
  },
  {
    name: 'a writer that stalls for ever',
    expectation: 'exit 3 after 10 s; the message names the lock',
    async run(world, afterwards) {
      const file = world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      await holdLock(file, afterwards);
      const result = await world.run(['perms', 'add', 'Bash:ls *', 'allow']);
      expectRun(result, { code: 3, stderr: /permissions\.toml\.lock is held by another process/ });
      expect(result.ms > 9_000 && result.ms < 25_000, `it took ${Math.round(result.ms)} ms`);
    },
  },
  {
    name: 'readers while a writer stalls',
    expectation: 'nobody who reads waits',
    async run(world, afterwards) {
      const file = world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      await holdLock(file, afterwards);
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi') });
      expect(hookAnswer(result)?.permissionDecision === 'allow', `not allowed: ${result.stdout} ${result.stderr}`);
      expectRun(await world.run(['perms', 'list']), { code: 0, stdout: /Bash:echo/ });
    },
  },
  {
    name: 'rotation while another process stalls in it',
    expectation: 'nobody waits; every line is there',
    async run(world, afterwards) {
      world.write('home/.config/caliban/permissions.toml', `[permissions]\naudit_max_bytes = 500\n${ALLOW_ECHO}`);
      mkdirSync(world.state, { recursive: true });
      await holdLock(world.log, afterwards);
      for (let number = 1; number <= 4; number++) {
        const input = hookInput(world, `echo ${number}`, `held-${number}`);
        const result = await world.run(['hook', 'claude-code'], { input });
        expectRun(result, { code: 0, stderr: /^$/ });
      }
      expect(readLoggedIds(world.log).lines === 4, 'a line is missing');
    },
  },
  {
    name: 'a rule file as large as it may be',
    expectation: 'a hook answers by it in time, or denies and says why',
    async run(world) {
      const rule = (at) => `[[permissions.rules]]\npattern = "Bash:tool-${at} *"\naction = "allow"\n`;
      const text = Array.from({ length: 60_000 }, (_, at) => rule(at)).join('') + ALLOW_ECHO;
      world.write('ws/.caliban/permissions.toml', text);
      const env = { CALIBAN_HOOK_TIMEOUT_MS: '20000' };
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi'), env });
      const { permissionDecision: said, permissionDecisionReason: why } = hookAnswer(result) ?? {};
      expect(
        said === 'allow' || (said === 'deny' && /longer than 20000 ms/.test(why)),
        `said ${said}: ${why} ${result.stderr}`,
      );
    },
  },
  {
    name: 'a rule file larger than that',
    expectation: 'denies, exits 78, and says how large it is',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', `# ${'x'.repeat(17 * 1024 * 1024)}\n`);
      const hook = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi') });
      expect(hookAnswer(hook)?.permissionDecision === 'deny', `not denied: ${hook.stdout}`);
      expectRun(await world.run(['perms', 'list']), { code: 78, stderr: /17 MB long/ });
    },
  },
  {
    name: 'a pipe in place of a rule file',
    expectation: 'denies at once instead of waiting for somebody to write',
    async run(world) {
      world.write('ws/.caliban/x', '');
      spawnSync('mkfifo', [world.projectRules]);
      const hook = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi') });
      expect(/not a regular file/.test(hookAnswer(hook)?.permissionDecisionReason), `said ${hook.stdout}`);
      expectRun(await world.run(['perms', 'add', 'Bash:ls *', 'allow']), {
        code: [3, 78],
        stderr: /not a regular file/,
      });
    },
  },
  {
    name: 'a pipe in place of the log',
    expectation: 'warns, answers, does not wait',
    async run(world) {
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      mkdirSync(world.state, { recursive: true });
      spawnSync('mkfifo', [world.log]);
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi') });
      expectRun(result, { code: 0, stderr: /not a regular file; move it away/ });
      expect(hookAnswer(result)?.permissionDecision === 'allow', `said ${result.stdout}`);
    },
  },
  {
    name: 'a host that never ends its input',
    expectation: 'denies when its time is over',
    async run(world) {
      const env = { CALIBAN_HOOK_TIMEOUT_MS: '1500' };
      const { child, finished } = world.start(['hook', 'claude-code'], { input: null, env });
      child.stdin.write('{"hook_event_name":');
      const result = await finished;
      expect(!result.timedOut && result.code === 2, `exit ${result.code}: ${result.stdout} ${result.stderr}`);
      expect(/longer than 1500 ms/.test(result.stderr), `said ${result.stderr}`);
    },
  },
  {
    name: 'a log of 60 MB',
    expectation: 'the last ten lines are there at once',
    async run(world) {
      const line = JSON.stringify({
        ts: '2026-01-01T00:00:00.000Z',
        tool_name: 'Bash',
        input: { command: 'x'.repeat(400) },
      });
      mkdirSync(world.state, { recursive: true });
      writeFileSync(world.log, `${line}\n`.repeat(120_000));
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi', 'newest') });
      const result = await world.run(['perms', 'audit', '--json', '--tail', '1']);
      expectRun(result, { code: 0, stdout: /"newest"/ });
    },
  },
];

/** Its environment does not name the world: it is none of the processes that must end by themselves. */
async function holdLock(file, afterwards) {
  const child = spawn(process.execPath, [HOLDER, file], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
  afterwards(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}
