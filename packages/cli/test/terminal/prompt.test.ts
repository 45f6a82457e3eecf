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

test('a command of the operator goes through the same gate, and escape sequences are shown, not obeyed', async () => {
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

  // A question like any other.
  send(terminal, '!touch own');
  await asks(terminal, 'touch own');
  terminal.press('escape');
  await terminal.shows('⊘ Bash touch own · denied');
  expect(existsSync(place.path('own'))).toBe(false);
  send(terminal, '!touch own');
  await asks(terminal, 'touch own');
  terminal.press('o');
  await terminal.shows('✓ Bash touch own');
  expect(existsSync(place.path('own'))).toBe(true);

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

test('rules over paths hold in the built program, whatever bundle has read them', async () => {
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
  await terminal.shows('This is the tour');
  send(terminal, 'go on');
  await asks(terminal, '+The lamp is on.');
  terminal.press('y');
  await terminal.shows('Enter saves');
  terminal.press('up', 'enter');
  await terminal.shows('allow from now on: Write:');
  await terminal.shows('✓ Write notes/keeper.md');
  await terminal.shows('Then send me any prompt');
  send(terminal, 'go on');
  await asks(terminal, 'touch lamp.log');
  terminal.press('r');
  await terminal.shows('secrets stay out of the conversation');
  await terminal.shows('That was the tour.');
  send(terminal, '/quit');
  expect(await terminal.exited).toBe(0);
  expect(existsSync(place.path('.caliban'))).toBe(false);
});
