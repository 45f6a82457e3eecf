import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whyNotConfined } from '../headless/helpers/can-confine.ts';
import { Place } from './helpers/place.ts';
import { bash, type Call, script } from './helpers/replies.ts';
import { asks, send } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
});

afterEach(() => place.remove());

test('the menu shows all commands, a screenful at a time, and completes', async () => {
  const terminal = await place.session([], { rows: 24 });
  terminal.type('/');
  await terminal.shows(/❯ \/help[\s\S]*↓ \d+ more/);
  for (let at = 0; at < 11; at++) terminal.press('down');
  await terminal.shows(/↑ \d+ more · ↓ \d+ more/);
  terminal.press('up', 'up', 'up', 'up', 'up', 'up', 'up', 'up', 'up', 'up', 'up', 'up');
  await terminal.shows(/❯ \/quit/);
  expect(terminal.text).toMatch(/↑ \d+ more\n/);
  terminal.press('escape');
  await terminal.shows((screen) => !screen.includes('/quit'));
  terminal.press('ctrl+u');
  terminal.type('/sta');
  await terminal.shows('❯ /status');
  terminal.press('tab');
  await terminal.shows('> /status');
});

test("the session's facts and usage", async () => {
  place.write('~/.config/caliban/permissions.toml', '[[permissions.rules]]\npattern = "Bash:rm *"\naction = "deny"\n');
  place.write(
    '~/.config/caliban/settings.toml',
    `[[hooks]]
event = "PostToolUse"
matcher = "Bash"
command = "true"

[mcp_servers.absent]
command = "no-such-server"
`,
  );
  const terminal = await place.session(script([bash('rm x')]), { rows: 40, args: ['--permission-mode', 'plan'] });
  send(terminal, '/cost');
  await terminal.shows('nothing has been used yet');
  send(terminal, 'go on');
  await terminal.shows('end of turn 1');

  send(terminal, '/status');
  await terminal.shows('decision log');
  expect(terminal.text).toMatch(/^ {2}mode +plan$/m);
  expect(terminal.text).toMatch(/^ {2}model +scripted$/m);
  expect(terminal.text).toMatch(/^ {2}rules +\d+: 1 user, \d+ builtin$/m);
  expect(terminal.text).toMatch(/^ {2}MCP servers +1, 1 of them not there \(\/mcp\)$/m);
  send(terminal, '/cost');
  await terminal.shows(/calls +1, 1 of them refused/);
  send(terminal, '/mcp');
  await terminal.shows('✗ absent: ');
  send(terminal, '/hooks');
  await terminal.shows(/PostToolUse Bash: true {2}\(.*settings\.toml:\d+/);
  send(terminal, '/model');
  await terminal.shows('the model is scripted');
  expect(terminal.text).not.toContain('script.json');
});

test('a command sent while something runs waits for it, is taken back by up, and given back by an interrupt', async () => {
  execFileSync('mkfifo', [place.path('pipe')]);
  const terminal = await place.session([], { rows: 40 });
  send(terminal, '!cat pipe');
  await terminal.shows('working · esc interrupts');
  for (const text of ['/model', '!echo behind it', '/clear']) send(terminal, text);
  await terminal.shows('queued: /model (and 2 more)');
  terminal.press('up');
  await terminal.shows(/queued: \/model \(and 1 more\)\n> \/clear/);
  terminal.press('ctrl+u');
  writeFileSync(place.path('pipe'), 'through\n');
  await terminal.shows(/✓ Bash cat pipe[\s\S]*through[\s\S]*the model is scripted[\s\S]*✓ Bash echo behind it/);

  send(terminal, '!cat pipe');
  await terminal.shows('working · esc interrupts');
  send(terminal, '/undo');
  await terminal.shows('queued: /undo');
  terminal.press('escape');
  await terminal.shows(/^> \/undo$/m);
  expect(terminal.text).not.toContain('there is nothing to undo');
  terminal.press('enter');
  await terminal.shows('there is nothing to undo');
});

test('/doctor, /trust and /learn say what the commands of the program say', async () => {
  place.write('.caliban/permissions.toml', '[[permissions.rules]]\npattern = "Bash:make *"\naction = "allow"\n');
  place.run('trust', '--yes');
  const terminal = await place.session([], { rows: 60, columns: 120 });
  send(terminal, '/doctor');
  await terminal.shows('checking …');
  await terminal.shows(/^ready|what to do|To do/im);
  send(terminal, '/trust');
  await terminal.shows('You have accepted this.');
  expect(terminal.text).toContain('Bash:make *');
  send(terminal, '/trust revoke');
  await terminal.shows('Forgot every answer about');
  await terminal.shows('This session continues as it started.');
  send(terminal, '/learn');
  await terminal.shows('No rule to propose');
}, 60_000);

test('/compact summarises the conversation', async () => {
  const terminal = await place.session([
    ...['one', 'two', 'three'].map((text) => ({ text: `${text} ${'word '.repeat(200)}` })),
    { text: 'the summary' },
    { text: 'after it' },
  ]);
  send(terminal, '/compact');
  await terminal.shows('there is nothing to summarise yet');
  for (const turn of ['first', 'second', 'third']) {
    send(terminal, `the ${turn}`);
    await terminal.shows(new RegExp(`^> the ${turn}[\\s\\S]*word\\n+>`, 'm'));
  }
  send(terminal, '/compact the names');
  await terminal.shows(/the conversation was summarised: 6 messages became \d/);
  send(terminal, 'go on');
  await terminal.shows('after it');
});

test('/resume picks a session from a list', async () => {
  for (const [prompt, answer] of [
    ['fix the lamp', 'it burns'],
    ['paint the tower', 'it is white'],
  ] as const) {
    const terminal = await place.session([{ text: answer }]);
    send(terminal, prompt);
    await terminal.shows(answer);
    send(terminal, '/quit');
    await terminal.exited;
  }
  const terminal = await place.session([]);
  send(terminal, '/resume');
  await terminal.shows('Resume a session');
  await terminal.shows(/❯ today \d\d:\d\d +paint the tower/);
  expect(terminal.rows.findLastIndex((row) => row.includes('Enter resume'))).toBe(terminal.rows.length - 2);
  terminal.press('down');
  await terminal.shows(/❯ today \d\d:\d\d +fix the lamp/);
  terminal.type('tower');
  await terminal.shows('1 of 1 that match');
  terminal.press('escape');
  await terminal.shows('1 of 2');
  terminal.press('escape');
  await terminal.shows(/^> /m);
  send(terminal, '/resume');
  await terminal.shows('Resume a session');
  terminal.press('down', 'enter');
  await terminal.shows('The session continues from here.');
  expect(terminal.text).toContain('> fix the lamp\n\nit burns');
});

test('the plain session picks by number', async () => {
  const first = await place.session([{ text: 'it burns' }], { args: ['--plain'] });
  send(first, 'fix the lamp');
  await first.shows('it burns');
  send(first, '/quit');
  await first.exited;
  const terminal = await place.session([{ text: 'one' }], { args: ['--plain'] });
  send(terminal, '/status');
  await terminal.shows('decision log');
  send(terminal, '/audit no such thing');
  await terminal.shows('nothing in the log fits that');
  send(terminal, '/resume');
  await terminal.shows(/1 today \d\d:\d\d: fix the lamp\n.*\nnumber \(1 to 2\): $/m);
  send(terminal, '1');
  await terminal.shows(/^> fix the lamp\nit burns/m);
});

test('directories beside the workspace: acceptEdits covers edits there, relative denies apply there', async () => {
  place.write(
    '~/.config/caliban/permissions.toml',
    '[[permissions.rules]]\npattern = "Write:*.lock"\naction = "deny"\n',
  );
  for (const name of ['lib', 'late']) place.write(`~/${name}/README`, 'x');
  const writes = (...paths: readonly string[]) =>
    paths.map((path): Call => ['Write', { path: place.path(path), content: 'x' }]);
  const terminal = await place.session(
    script(writes('~/lib/a.txt', '~/lib/b.lock'), writes('~/late/c.txt'), writes('~/late/c.txt')),
    { args: ['--permission-mode', 'acceptEdits', '--add-dir', place.path('~/lib')], columns: 120 },
  );
  send(terminal, 'go on');
  await terminal.shows('end of turn 1');
  expect(terminal.text).toMatch(/✓ Write .*a\.txt/);
  expect(terminal.text).toMatch(/⊘ Write .*b\.lock · denied/);
  send(terminal, 'go on');
  await asks(terminal, 'c.txt');
  terminal.press('escape');
  await terminal.shows('end of turn 2');

  send(terminal, '/add-dir ~');
  await terminal.shows('your home directory is in it');
  send(terminal, '/add-dir nowhere');
  await terminal.shows('nowhere: there is no such directory');
  send(terminal, '/add-dir ~/late');
  await terminal.shows('is part of the work until caliban ends');
  send(terminal, 'go on');
  await terminal.shows('end of turn 3');
  expect(place.read('~/late/c.txt')).toBe('x');
  send(terminal, '/status');
  await terminal.shows(/^ {2}added +.*lib, .*late$/m);
});

test.skipIf((await whyNotConfined()) !== null)('/add-dir makes a directory writable in the sandbox', async () => {
  place.write('~/.config/caliban/settings.toml', '[sandbox]\nmode = "require"\n');
  for (const name of ['late/README', 'late/prod/README']) place.write(`~/${name}`, 'x');
  mkdirSync(place.path('~/tmp'));
  const turn: readonly Call[] = [['Bash', { command: 'for name in a prod/b; do echo x > ~/late/$name; done; true' }]];
  const terminal = await place.session(script(turn, turn), {
    args: ['--allow', 'Bash', '--deny', 'Write:./prod/**'],
    env: { TMPDIR: place.path('~/tmp') },
    columns: 120,
  });
  const written = () => ['late/a', 'late/prod/b'].filter((name) => existsSync(place.path(`~/${name}`)));
  send(terminal, 'go on');
  await terminal.shows('end of turn 1');
  expect(written()).toEqual([]);
  send(terminal, '/add-dir ~/late');
  await terminal.shows('commands in the sandbox may write there');
  send(terminal, 'go on');
  await terminal.shows('end of turn 2');
  expect(written()).toEqual(['late/a']);
});

test('--dangerously-skip-permissions starts in bypass, and says so', async () => {
  place.write(
    '~/.config/caliban/permissions.toml',
    '[[permissions.rules]]\npattern = "Bash:touch *"\naction = "deny"\n',
  );
  const flag = '--dangerously-skip-permissions';
  const terminal = await place.session(script([bash('touch x')]), { args: [flag] });
  expect(terminal.text).toContain('DANGER: bypassPermissions is on');
  expect(terminal.text).toContain('[bypass latch]');
  send(terminal, 'go on');
  await terminal.shows('end of turn 1');
  expect(place.read('x')).toBe('');
  send(terminal, '/drop-bypass');
  await terminal.shows((screen) => !screen.includes('[bypass latch]'));

  const two = place.command(flag, '--permission-mode', 'plan', '--model', 'scripted:none');
  await two.shows('starts in bypassPermissions; leave it out');
  expect(await two.exited).toBe(2);
  place.write('~/.config/caliban/permissions.toml', '[permissions]\nenforce = true\n');
  const enforced = place.command(flag, '--model', 'scripted:none');
  await enforced.shows(`bypassPermissions (${flag}) is refused: enforce is set in`);
  expect(await enforced.exited).toBe(78);
});
