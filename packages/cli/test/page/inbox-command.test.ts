// `caliban inbox` and `caliban ui`, against a real server.
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PageScratch } from './page-scratch.ts';

async function served(): Promise<PageScratch> {
  const scratch = new PageScratch();
  await scratch.beginServer();
  return scratch;
}

test('lists what waits, and nothing', async () => {
  const scratch = await served();
  expect(await scratch.caliban('inbox')).toMatchObject({ exit: 0, stdout: 'Nothing waits for you.\n' });
  const { id } = await scratch.ask('Bash', { command: 'rm -rf build \u202e' }, { host: 'codex', agent: 'helper' });
  const { stdout, exit } = await scratch.caliban('inbox');
  expect(exit).toBe(0);
  expect(
    stdout
      .split('\n')
      .slice(0, 3)
      .join('\n')
      .replace(/\d:\d\d left/, 'T left'),
  ).toBe(
    `${id.slice(0, 8)}  codex › helper · ws  T left\n          Bash: rm -rf build \\u{202e}\n          deletes directories recursively`,
  );
  const json = JSON.parse((await scratch.caliban('inbox', '--json')).stdout);
  expect(json).toMatchObject({ cards: [{ host: 'codex', asks: [{ id }], risk: 'danger' }], more: 0 });
});

test.each([
  ['allow', [], { state: 'allowed' }],
  ['deny', ['--message', 'use git revert'], { state: 'denied', answer: { message: 'use git revert' } }],
])('answers %s once; the second answer is told who was first', async (action, more, view) => {
  const scratch = await served();
  const asked = await scratch.ask('Bash', { command: 'git push --force' });
  const answer = () => scratch.caliban('inbox', 'answer', asked.id.slice(0, 6), action, ...more);
  expect(await answer()).toMatchObject({ exit: 0, stderr: '' });
  expect(await scratch.viewOf(asked)).toMatchObject(view);
  expect(await scratch.viewOf(asked)).toMatchObject({ answer: { by: { through: 'terminal' } } });
  const second = await answer();
  expect([second.exit, second.stderr]).toEqual([
    1,
    expect.stringMatching(/^caliban inbox: this question is over: (?:allowed|denied) by \S+ \(terminal\) at /),
  ]);
});

test('always: the narrowest rule, or the one that is given, in the scope that is given', async () => {
  const scratch = await served();
  const first = await scratch.ask('Bash', { command: 'npm run build' });
  expect(await scratch.caliban('inbox', 'answer', first.id, 'allow', '--always')).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('Saved allow Bash:npm run build to '),
  });
  expect(readFileSync(join(scratch.root, 'ws/.caliban/permissions.local.toml'), 'utf8')).toContain(
    'pattern = "Bash:npm run build"',
  );
  const second = await scratch.ask('Bash', { command: 'npm run lint' });
  const words = ['--always', '--pattern', 'Bash:npm run *', '--scope', 'user', '--comment', 'scripts'];
  expect(await scratch.caliban('inbox', 'answer', second.id, 'allow', ...words)).toMatchObject({ exit: 0 });
  expect(readFileSync(join(scratch.root, 'home/.config/caliban/permissions.toml'), 'utf8')).toContain(
    'comment = "scripts"',
  );
});

test.each([
  [[], ['Bash:npm run build', 'Bash:make all']],
  [
    ['--pattern', 'Bash:npm run *', '--pattern', 'Bash:make *'],
    ['Bash:npm run *', 'Bash:make *'],
  ],
  [['--line'], ['Bash:npm run build && make all']],
])('always with %j for a line of several commands', async (words, patterns) => {
  const scratch = await served();
  const asked = await scratch.ask('Bash', { command: 'npm run build && make all' });
  const answer = ['inbox', 'answer', asked.id, 'allow', '--always', ...words];
  const preview = await scratch.caliban(...answer, '--dry-run');
  expect([preview.exit, preview.stdout.split('\n').filter((line) => line.startsWith('allow '))]).toEqual([
    0,
    patterns.map((pattern) => `allow ${pattern}`),
  ]);
  expect(preview.stdout).toContain('would also have matched 0 of your last 0 calls');
  const file = join(scratch.root, 'ws/.caliban/permissions.local.toml');
  expect([existsSync(file), (await scratch.viewOf(asked)).state]).toEqual([false, 'pending']);
  expect((await scratch.caliban(...answer)).stdout).toContain(
    `Saved ${patterns.map((pattern) => `allow ${pattern}`).join(', ')} to `,
  );
  expect(readFileSync(file, 'utf8').match(/(?<=pattern = ").*(?=")/g)).toEqual(patterns);
});

test('a rule for a session needs an agent that keeps it', async () => {
  const scratch = await served();
  const hook = await scratch.ask('Bash', { command: 'npm run build' }, { host: 'codex' });
  const words = ['allow', '--always', '--scope', 'session'];
  expect(await scratch.caliban('inbox', 'answer', hook.id, ...words)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('codex starts a new process for each call'),
  });
  const session = await scratch.ask('Bash', { command: 'make all' }, { host: 'caliban', keepsRules: true });
  expect((await scratch.caliban('inbox', 'answer', session.id, ...words)).stdout).toContain(
    'Saved allow Bash:make all until the session ends.',
  );
  expect(await scratch.viewOf(session)).toMatchObject({ answer: { always: { scope: 'session' } } });
});

test.each([
  [['answer', 'xyz'], 2, 'write `caliban inbox answer ID allow`'],
  [['answer', 'xyz', 'maybe'], 2, 'write `caliban inbox answer ID allow`'],
  [['answer', 'xyz', 'allow'], 1, 'no question begins with `xyz`'],
  [['answr'], 2, 'there is no `caliban inbox answr`'],
  [['answer', 'xyz', 'allow', '--message', 'no'], 2, '--message goes with deny'],
])('%j is refused with a way out', async (words, exit, text) => {
  const scratch = await served();
  const ran = await scratch.caliban('inbox', ...words);
  expect([ran.exit, ran.stderr]).toEqual([exit, expect.stringContaining(text)]);
});

test('without a server it says what to do', async () => {
  const scratch = new PageScratch();
  expect(await scratch.caliban('inbox')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('`caliban serve` starts it'),
  });
});

test('watches questions come and end', async () => {
  const scratch = await served();
  const watching = scratch.startCaliban('inbox', '--watch', '--json');
  const asked = await scratch.ask('Bash', { command: 'npm run build' });
  await watching.until('"event":"asked"');
  await scratch.answer(asked, 'deny', 'ben');
  await watching.until('"event":"ended"');
  watching.child.kill('SIGINT');
  const { stdout, exit } = await watching.ended;
  expect(exit).toBe(0);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    { event: 'asked' },
    { event: 'ended', id: asked.id, state: 'denied', answer: { by: { name: 'ben' } } },
  ]);
});

test('ui starts the server and prints the address where nothing can be opened', async () => {
  const scratch = new PageScratch();
  const { stdout, exit } = await scratch.caliban('ui', '--json');
  const { url, opened, started } = JSON.parse(stdout);
  const { port, token } = scratch.description;
  expect([exit, opened, started, url]).toEqual([0, false, true, `http://127.0.0.1:${port}/#key=${token}`]);
  expect((await fetch(url)).status).toBe(200);
});

test('ui gives the browser a private file, and the key is on no command line', async () => {
  const scratch = await served();
  const bin = join(scratch.root, 'bin');
  scratch.write('bin/xdg-open', '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/opened"\n');
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const env = { DISPLAY: ':9', PATH: `${bin}:${process.env.PATH}` };
  const ran = await scratch.start(process.execPath, [scratch.program, 'ui'], { env }).ended;
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('The page opens in your browser.') });
  const file = readFileSync(join(scratch.root, 'home/opened'), 'utf8').trim();
  expect(file).toBe(join(scratch.files.directory, 'open.html'));
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  expect(readFileSync(file, 'utf8')).toContain(scratch.description.token);
  await scratch.caliban('serve', '--stop');
  expect(existsSync(file)).toBe(false);
});
