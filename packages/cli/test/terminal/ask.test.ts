import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { ask, asks, send } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
});

afterEach(() => place.remove());

const made = (name: string) => existsSync(place.path(name));

test('each answer of the modal, by its key, by arrows and Enter, and by Esc', async () => {
  const commands = ['touch o', 'touch r', 'touch y', 'touch n', 'touch arrow', 'touch up', 'touch esc'];
  const terminal = await place.session(script(...commands.map((command) => [bash(command)])));

  await ask(terminal, 'touch o');
  expect(terminal.text).toContain('Asked by rule `Bash` (built-in)');
  terminal.press('o');
  await terminal.shows('end of turn 1');

  await ask(terminal, 'touch r');
  terminal.press('r');
  await terminal.shows('⊘ Bash touch r · denied');

  await ask(terminal, 'touch y');
  terminal.press('y');
  await terminal.shows('matches this call: yes');
  terminal.press('enter');
  await terminal.shows('Saved to .caliban/permissions.local.toml, in effect now: allow Bash:touch y');
  await terminal.shows('end of turn 3');

  await ask(terminal, 'touch n');
  terminal.press('n');
  await terminal.shows('Always reject: a rule for Bash');
  terminal.press('enter');
  await terminal.shows('in effect now: deny Bash:touch n');
  await terminal.shows('⊘ Bash touch n · denied');

  // Enter that is pressed at once chooses nothing.
  await ask(terminal, 'touch arrow');
  terminal.press('enter', 'down', 'up', 'down');
  await terminal.shows('❯ 1  o  allow once');
  terminal.press('enter');
  await terminal.shows('end of turn 5');

  await ask(terminal, 'touch up');
  terminal.press('up', 'up', 'up');
  await terminal.shows('❯ 3  r  reject once');
  terminal.press('enter');
  await terminal.shows('⊘ Bash touch up · denied');

  await ask(terminal, 'touch esc');
  terminal.press('escape');
  await terminal.shows('⊘ Bash touch esc · denied');
  await terminal.shows('end of turn 7');

  expect(commands.map((command) => made(command.slice(6)))).toEqual([true, false, true, false, true, false, false]);
});

test('nothing that was typed or pasted for somewhere else approves', async () => {
  const terminal = await place.session(script([bash('touch pasted')], [bash('touch along')], [bash('touch early')]));

  // Into a modal that hears keys.
  await ask(terminal, 'touch pasted');
  terminal.paste('y\ny\no\n');
  terminal.press('down');
  await terminal.shows('❯ 1  o  allow once');
  terminal.press('escape');
  await terminal.shows('⊘ Bash touch pasted · denied');

  // An Enter that came along with the `y`, before anybody could read the rule.
  await ask(terminal, 'touch along');
  terminal.type('y\r');
  await terminal.shows('Enter saves');
  terminal.press('escape');
  await asks(terminal, 'touch along');
  terminal.press('escape');
  await terminal.shows('⊘ Bash touch along · denied');

  // While the modal appears.
  send(terminal, 'go on');
  await terminal.shows('┃ touch early');
  terminal.paste('y\r');
  terminal.type('y\r');
  await terminal.shows((screen) => screen.includes('Esc rejects once') || screen.includes('Enter saves'));
  // Heard behind all of it.
  terminal.press('down');
  await terminal.shows((screen) => screen.includes('❯ 1  o  allow once') || screen.includes('Enter saves'));
  if (terminal.text.includes('Enter saves')) {
    // This machine took longer than the modal's wait between two lines of this test.
    terminal.press('escape');
    await asks(terminal, 'touch early');
  }
  terminal.press('escape');
  await terminal.shows('⊘ Bash touch early · denied');
  await terminal.shows('end of turn 3');
  expect(terminal.text).toMatch(/^>\s*$/m);

  expect(['pasted', 'along', 'early', '.caliban'].map(made)).toEqual([false, false, false, false]);
});

test('an answer that covers the next question: no one is asked twice', async () => {
  const notes = ['notes/a.md', 'notes/b.md', 'notes/c.md'];
  for (const name of notes) place.write(name, `text of ${name}\n`);
  // Reads run side by side, so all three are asked about at once.
  const terminal = await place.session(script(notes.map((path) => ['Read', { path }])), {
    args: ['--ask', 'Read:notes/**'],
  });
  await ask(terminal, 'notes/a.md');
  expect(terminal.text).toContain('Asked by rule `Read:notes/**` (command line)');
  terminal.press('y');
  await terminal.shows('Enter saves');
  // From the narrowest suggestion to the one above it.
  terminal.press('up');
  await terminal.shows('❯Pattern  Read:notes/*');
  terminal.press('tab', 'left');
  await terminal.shows('[session]');
  terminal.press('enter');
  await terminal.shows('end of turn 1');
  for (const name of notes) expect(terminal.text).toContain(`✓ Read ${name}`);
});

test('every call can be read in full, at every size of the screen', async () => {
  const hostile = 'echo \u001b[2J\u001b]0;forged\u0007 \u202etxt.exe \u200bhidden';
  const long = Array.from({ length: 60 }, (_, row) => `echo row ${row}`).join('\n');
  const write = ['Write', { path: 'new.txt', content: 'first line\n' }] as const;
  const terminal = await place.session(
    script([bash(hostile)], [bash(long)], [write], [bash('touch resized')], [bash('touch gone')]),
  );

  // What it contains is shown, not obeyed.
  await ask(terminal, '\\e[2J\\e]0;forged');
  expect(terminal.text).toContain('\\u{202e}txt.exe');
  expect(terminal.text).toContain('\\u{200b}hidden');
  expect(terminal.titles).toEqual([]);
  terminal.press('r');
  await terminal.shows('end of turn 1');

  await ask(terminal, 'echo row 0');
  await terminal.shows(/more below \(PgDn\)/);
  terminal.press('end');
  await terminal.shows('echo row 59');
  terminal.press('home');
  await terminal.shows(/^│ [┃▶] echo row 0 +│$/m);
  terminal.press('pagedown');
  await terminal.shows((screen) => !/^│ [┃▶] echo row 0 +│$/m.test(screen));
  terminal.press('r');
  await terminal.shows('end of turn 2');

  // An edit comes with its diff; `d` shows the input instead.
  await ask(terminal, '+first line');
  expect(terminal.cellsOf('+first line')[0]?.colour).toBe(2);
  terminal.press('d');
  await terminal.shows((screen) => !screen.includes('+first line') && screen.includes('first line'));
  terminal.press('d');
  await terminal.shows('+first line');
  terminal.press('o');
  await terminal.shows('end of turn 3');
  expect(place.read('new.txt')).toBe('first line\n');

  await ask(terminal, 'touch resized');
  for (const [columns, rows] of SIZES) {
    terminal.resize(columns, rows);
    await terminal.shows((screen) => {
      const lines = screen.split('\n');
      const titles = lines.filter((line) => /^(?:╭─|──) Allow Bash\? ─/.test(line));
      const isWhole = titles.length === 1 && titles[0]?.length === columns && lines.at(-1)?.startsWith('[default]');
      return isWhole === true && ANSWERS.every((answer) => screen.includes(answer));
    });
  }
  terminal.press('y');
  await terminal.shows('Enter saves');
  terminal.resize(50, 20);
  await terminal.shows(/^╭─ Always allow: a rule for Bash ─{16}╮$/m);
  await terminal.shows('❯Pattern  Bash:touch resized');
  terminal.press('escape');
  await asks(terminal, 'touch resized');
  terminal.press('o');
  await terminal.shows('end of turn 4');
  expect(made('resized')).toBe(true);

  // ctrl+c takes the question back, and the call with it.
  await ask(terminal, 'touch gone');
  terminal.press('ctrl+c');
  await terminal.shows('- Bash touch gone · interrupted');
  terminal.press('ctrl+d');
  expect(await terminal.exited).toBe(0);
  expect(made('gone')).toBe(false);
});

const ANSWERS = ['allow once', 'always allow…', 'reject once', 'always reject…'];
const SIZES = [
  [40, 12],
  [160, 50],
  [60, 16],
] as const;
