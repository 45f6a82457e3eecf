import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { script } from './helpers/replies.ts';
import { asks, send } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
});

afterEach(() => place.remove());

const HOSTILE = '\u001b[31mred \u001b]0;forged\u0007\u001b[2J\u001b[1;1Hhome \u202eevil\u009b5m';
const SPELLED = '\\e[31mred \\e]0;forged\\u{7}\\e[2J\\e[1;1Hhome \\u{202e}evil\\u{9b}5m';

test('a command of the operator is stopped by denies alone, and escape sequences are shown, not obeyed', async () => {
  place.write('hostile.txt', `${HOSTILE}\n`);
  place.write(
    '~/.config/caliban/permissions.toml',
    `[[permissions.rules]]
pattern = "Bash:rm *"
action = "deny"
reason = "nothing is removed here"

[[permissions.rules]]
pattern = "Bash:cat *"
action = "allow"
`,
  );
  const terminal = await place.session([{ text: 'above\n\nbelow' }, { text: HOSTILE }]);

  send(terminal, 'go on');
  await terminal.shows(/^above\n\nbelow$/m);

  // It is typed by the one who would be asked; the log says so.
  send(terminal, '!touch own');
  await terminal.shows('✓ Bash touch own');
  expect(existsSync(place.path('own'))).toBe(true);
  expect(place.run('perms', 'audit')).toMatch(/allow +Bash +touch own +typed by the operator/);

  send(terminal, '!rm own');
  await terminal.shows('nothing is removed here');
  expect(existsSync(place.path('own'))).toBe(true);

  send(terminal, '!cat hostile.txt');
  await terminal.shows(SPELLED);
  send(terminal, 'go on');
  await terminal.shows((screen) => screen.split(SPELLED).length === 3);
  expect(terminal.titles).toEqual([]);

  send(terminal, '/quit');
  expect(await terminal.exited).toBe(0);
  // What is left in the shell's own screen is as harmless.
  expect(terminal.titles).toEqual([]);
  expect(terminal.text).toContain('\\e[31mred');
});

test('rules over paths work in the built program, whatever bundle has read them', async () => {
  const paths = ['.env', 'deep/down/.env.local', 'vault/a/b/key', 'notes/open.md'];
  for (const path of paths) place.write(path, 'text\n');
  const rule = (pattern: string) => `[[permissions.rules]]\npattern = "${pattern}"\naction = "deny"\n`;
  place.write('~/.config/caliban/permissions.toml', ['Read:.env*', 'Read:**/a/**/key'].map(rule).join('\n'));
  const terminal = await place.session(script(paths.map((path) => ['Read', { path }])), { columns: 160 });
  send(terminal, 'go on');
  await terminal.shows('end of turn 1');
  const shown = paths.map((path) => terminal.rows.find((row) => row.includes(`Read ${path}`))?.slice(0, 1));
  expect(shown).toEqual(['⊘', '⊘', '⊘', '✓']);
});

test('without a model: the tour, with real tools in a scratch workspace', async () => {
  const terminal = place.tour();
  await terminal.shows('Press Enter to begin, and after every step.');
  await terminal.shows('> Enter continues');
  const isIdle = (screen: string) => screen.includes('> Enter continues');
  const next = async (heading: string) => {
    await terminal.shows(isIdle);
    terminal.press('enter');
    await terminal.shows(heading);
  };
  await next('1/6 · Reading');
  await terminal.shows('a built-in rule allows reading');
  await next('2/6 · A question');
  await asks(terminal, '+The lamp is on.');
  terminal.press('y');
  await terminal.shows('Enter saves');
  terminal.press('enter');
  await terminal.shows('Saved to .caliban/permissions.local.toml, in effect now: allow Write:notes/lamp.md');
  await terminal.shows('The question said what would happen');
  await next('3/6 · The same again');
  await terminal.shows('it answered for you');
  await next('4/6 · Several commands');
  await asks(terminal, 'rm -rf build');
  expect(terminal.text).toContain('● deletes directories recursively');
  terminal.press('r');
  await terminal.shows('Every command of a line is judged by itself');
  await next('5/6 · A rule that says no');
  await terminal.shows('secrets stay out of the conversation');
  await terminal.shows('A deny rule stopped me');
  await next('6/6 · Modes and rules');
  await next('That was the tour');
  await terminal.shows(/│ caliban init\n│ caliban install claude-code\n/);
  await terminal.shows(isIdle);
  // Enter after the end says no more than that it is the end.
  const seen = () => terminal.raw.split('What you have seen').length;
  const before = seen();
  terminal.press('enter');
  await terminal.shows((screen) => isIdle(screen) && seen() > before);
  expect(terminal.raw).not.toContain('The script ends here');
  send(terminal, '/quit');
  expect(await terminal.exited).toBe(0);
  expect(existsSync(place.path('.caliban'))).toBe(false);
});

test('the tour line by line: return continues, and nothing in it asks for keys of a drawn screen', async () => {
  const terminal = place.command('--plain');
  const isIdle = (screen: string) => /^> $/m.test(`${screen.trimEnd()} `);
  for (const heading of ['1/6 · Reading', '2/6 · A question']) {
    await terminal.shows(isIdle);
    terminal.press('enter');
    await terminal.shows(heading);
  }
  await terminal.shows(/number \(1 to 6\): $/m);
  expect(terminal.text).toContain('Answer `y` to keep a rule');
  expect(terminal.text).not.toContain('Shift+Tab');
  terminal.press('ctrl+c');
  await terminal.shows('interrupted');
  await terminal.shows(isIdle);
  terminal.press('ctrl+d');
  expect(await terminal.exited).toBe(0);
});
