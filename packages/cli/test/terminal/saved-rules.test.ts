import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { loadText } from '@caliban/storage/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { answerFirstScreen, ask, openPermissions } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
});

afterEach(() => place.remove());

const LOCAL = '.caliban/permissions.local.toml';

const BEFORE = `# Mine alone.

[[permissions.rules]]
pattern = "Bash:ls *"   # looking around
action  = "allow"
# The end.
`;

test('a rule saved by the modal is in its file, and gates the next call in this session and the next', async () => {
  place.write(LOCAL, BEFORE);
  place.write('~/.config/caliban/permissions.toml', '# For all my projects.\n');
  const first = place.start(script([bash('touch one')], [bash('touch one')], [bash('rm two')], [bash('touch three')]));
  await answerFirstScreen(first, 'u');
  await first.shows('scripted · ');

  await ask(first, 'touch one');
  first.press('y');
  await first.shows('matches this call: yes');
  // A comment, two fields on.
  first.press('tab', 'tab');
  await first.shows('❯Comment');
  first.type('a lamp\u001b[200~ that "burns"\u001b[201~');
  await first.shows('a lamp that "burns"');
  first.press('enter');
  await first.shows('end of turn 1');

  // No question this time.
  first.type('go on\r');
  await first.shows('end of turn 2');

  await ask(first, 'rm two');
  first.press('n');
  await first.shows('Always reject');
  // Changed into something that does not match, and back: only what matches this call is saved.
  first.press('end');
  first.type('x');
  await first.shows('matches this call: no');
  first.press('enter', 'backspace');
  await first.shows('matches this call: yes');
  first.press('tab', 'right', 'right');
  await first.shows('[user]');
  first.press('tab', 'tab');
  await first.shows('❯Reason');
  first.type('ask the keeper');
  await first.shows('ask the keeper');
  first.press('enter');
  await first.shows('in effect now: deny Bash:rm two');
  await first.shows('ask the keeper');
  await first.shows('end of turn 3');

  expect(place.read(LOCAL)).toBe(`${BEFORE}
[[permissions.rules]]
pattern = "Bash:touch one"
action = "allow"
comment = 'a lamp that "burns"'
`);
  const user = place.read('~/.config/caliban/permissions.toml');
  expect(user).toBe(`# For all my projects.

[[permissions.rules]]
pattern = "Bash:rm two"
action = "deny"
reason = "ask the keeper"
`);
  expect([loadText(place.read(LOCAL)).ok, loadText(user).ok]).toEqual([true, true]);

  await ask(first, 'touch three');
  first.press('y');
  await first.shows('Enter saves');
  // Broader by one suggestion, for this session only.
  first.press('up', 'tab', 'left');
  await first.shows('[session]');
  first.press('enter');
  await first.shows('In effect until this session ends: allow Bash:touch *');
  await first.shows('end of turn 4');
  first.press('ctrl+d');
  expect(await first.exited).toBe(0);

  const second = await place.session(script([bash('touch one')], [bash('rm two')], [bash('touch four')]));
  second.type('go on\r');
  await second.shows('end of turn 1');
  second.type('go on\r');
  await second.shows('⊘ Bash rm two · denied');
  await second.shows('end of turn 2');
  // The session rule is gone with its session.
  await ask(second, 'touch four');
  second.press('r');
  await second.shows('end of turn 3');
});

test('a write that fails is shown, and the rule applies to the session', async () => {
  // A link out of the workspace is not written through, whoever runs this.
  mkdirSync(place.path('~/elsewhere'));
  symlinkSync(place.path('~/elsewhere'), place.path('.caliban'));
  const terminal = await place.session(script([bash('touch one')], [bash('touch one')]));
  await ask(terminal, 'touch one');
  terminal.press('y');
  await terminal.shows('Enter saves');
  terminal.press('enter');
  await terminal.shows('the rule applies to this session, but was not saved');
  await terminal.shows('end of turn 1');
  expect(existsSync(place.path('~/elsewhere/permissions.local.toml'))).toBe(false);

  terminal.type('go on\r');
  await terminal.shows('end of turn 2');

  // The editor says so, too, and keeps what was typed.
  await openPermissions(terminal);
  terminal.press('a');
  await terminal.shows('Add a rule');
  terminal.type('Bash:ls *');
  terminal.press('tab', 'tab', 'right');
  await terminal.shows('[local]');
  terminal.press('enter');
  await terminal.shows((screen) => screen.includes('is not written') && !screen.includes('holds for this session'));
  expect(terminal.text).toContain('Bash:ls *');
  expect(terminal.text).toContain('Add a rule');
});
