import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ALLOW_ECHO, writeScript } from '../shared/calls.mjs';
import { expect, expectRun } from '../shared/expect.mjs';
import { readLoggedIds } from '../shared/logged-ids.mjs';
import { rulesIn } from '../shared/rules-in.mjs';

const RULE_WRITER = fileURLToPath(new URL('rule-writer.mjs', import.meta.url));
const LOG_WRITER = fileURLToPath(new URL('../soak/log-writer.mjs', import.meta.url));

export const scenarios = [
  {
    name: 'SIGKILL at 25 instants of writing rules',
    expectation: 'the file always loads and holds every rule that was told; no lock stays',
    async run(world) {
      const file = world.write('ws/.caliban/permissions.toml', `# remark\n${ALLOW_ECHO}`);
      const told = [];
      for (let round = 0; round < 25; round++) {
        told.push(...(await killed([RULE_WRITER, world.path('ws/.caliban'), `r${round}`], 5 + round * 7)));
        const { rules, problem } = await rulesIn(file);
        expect(problem === null, `does not load: ${problem}`);
        const patterns = new Set(rules.map(({ pattern }) => pattern));
        const lost = told.filter((name) => !patterns.has(`Bash:${name} *`));
        expect(lost.length === 0, `lost ${lost.join(', ')}`);
      }
      expect(told.length > 10, `only ${told.length} rules were written`);
      expectRun(await world.run(['perms', 'add', 'Bash:last *', 'ask']), { code: 0 });
      expect(readFileSync(file, 'utf8').startsWith('# remark\n'), 'the remark is gone');
      const drafts = readdirSync(world.path('ws/.caliban')).filter((name) => name.endsWith('.tmp'));
      expect(drafts.length === 0, `left behind: ${drafts.join(', ')}`);
    },
  },
  {
    name: 'eight writers of one file, half of them killed',
    expectation: 'every rule that was told is there, once',
    async run(world) {
      const file = world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const directory = world.path('ws/.caliban');
      const writers = Array.from({ length: 8 }, (_, at) =>
        killed([RULE_WRITER, directory, `w${at}`, '12'], at % 2 === 0 ? 40 + at * 60 : 60_000),
      );
      const told = (await Promise.all(writers)).flat();
      const patterns = (await rulesIn(file)).rules.map(({ pattern }) => pattern);
      const wrong = told.filter((name) => patterns.filter((pattern) => pattern === `Bash:${name} *`).length !== 1);
      expect(wrong.length === 0 && told.length >= 48, `${told.length} told, not there once: ${wrong.join(', ')}`);
    },
  },
  {
    name: 'SIGKILL at 25 instants of logging and rotating',
    expectation: 'every line that was told is there once, whole',
    async run(world) {
      const told = [];
      for (let round = 0; round < 25; round++) {
        told.push(...(await killed([LOG_WRITER, world.log, `k${round}`], 30 + round * 11)));
      }
      const { ids, torn, unreadable } = readLoggedIds(world.log);
      const lost = told.filter((id) => ids.get(id)?.length !== 1);
      expect(told.length > 100, `only ${told.length} lines were written`);
      expect(lost.length === 0, `lost ${lost.length}: ${lost.slice(0, 5).join(', ')}`);
      expect(torn.length + unreadable.length === 0, [...torn, ...unreadable].join('; '));
    },
  },
  {
    name: 'SIGKILL of an agent while it acts',
    expectation: 'what it did has its line; `--continue` goes on with the transcript',
    async run(world) {
      world.write(
        'ws/.caliban/permissions.toml',
        '[[permissions.rules]]\npattern = "Bash:touch *"\naction = "allow"\n',
      );
      const script = writeScript(
        world,
        Array.from({ length: 60 }, (_, at) => `touch mark-${at}`),
      );
      const { child, finished } = world.start(['-p', 'go', '--model', `scripted:${script}`]);
      while (!world.has('ws/mark-3')) await sleep(10);
      child.kill('SIGKILL');
      await finished;
      const { ids, torn } = readLoggedIds(world.log);
      const marks = readdirSync(world.workspace).filter((name) => name.startsWith('mark-'));
      const unlogged = marks.filter((name) => !ids.has(`use-${name.slice(5)}`));
      expect(
        unlogged.length === 0 && torn.length === 0,
        `without a line: ${unlogged.join(', ')}; torn: ${torn.join()}`,
      );
      const short = world.write('short.json', JSON.stringify([{ text: 'Back again.' }]));
      const again = await world.run(['-p', 'more', '--continue', '--model', `scripted:${short}`]);
      expectRun(again, { code: 0, stdout: /Back again/ });
    },
  },
];

/** Starts it, kills it so long after its first word, and gives back what it told. */
async function killed(argv, afterMs) {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise((resolve) => child.on('close', resolve));
  const begun = new Promise((resolve) =>
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      resolve();
    }),
  );
  await Promise.race([begun, ended]);
  await Promise.race([sleep(afterMs, undefined, { ref: false }), ended]);
  child.kill('SIGKILL');
  await ended;
  expect(stderr === '', stderr);
  return stdout.split('\n').slice(0, -1);
}
