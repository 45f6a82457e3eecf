import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestTerminal } from '../../../tui/test/pty/terminal.ts';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { ask, openPermissions, send } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
});

afterEach(() => place.remove());

const USER = '~/.config/caliban/permissions.toml';

const BEFORE = `# Mine.

[[permissions.rules]]
pattern = "Bash:git status"
action = "allow"
comment = 'only looks '   # kept

# Not this one.
[[permissions.rules]]
pattern = "Bash:git push *"
action = "deny"
`;

const MANAGED = '[[permissions.rules]]\npattern = "Bash:mkfs *"\naction = "deny"\n';

/** The row of the list that is selected. */
const selected = (terminal: TestTerminal) => terminal.rows.find((row) => row.startsWith('❯')) ?? '';

async function selects(terminal: TestTerminal, pattern: string): Promise<void> {
  await terminal.shows(() => selected(terminal).includes(pattern));
}

test('every key of the list', async () => {
  place.write(USER, BEFORE);
  place.write('managed/permissions.toml', MANAGED);
  const terminal = await place.session(script([bash('git log')]));
  await openPermissions(terminal);

  // Moving.
  await selects(terminal, 'Bash:mkfs *');
  terminal.press('down');
  await selects(terminal, 'Bash:git status');
  expect(selected(terminal)).toMatch(/ 2 allow +Bash:git status {2}# only looks +user .*permissions\.toml:3 .*0×$/);
  terminal.press('end');
  await selects(terminal, ' ask   *');
  terminal.press('home');
  await selects(terminal, 'Bash:mkfs *');
  terminal.press('pagedown');
  await terminal.shows(() => !selected(terminal).includes('Bash:mkfs *'));
  terminal.press('pageup');
  await selects(terminal, 'Bash:mkfs *');

  // What is not yours to change says why.
  terminal.press('d');
  await terminal.shows('managed rules are set by whoever runs this machine; they are read-only here');
  terminal.press('end', 'e');
  await terminal.shows('built-in rules are read-only');

  // Add, for this session.
  terminal.press('a');
  await terminal.shows('Add a rule');
  // What is no pattern is not saved.
  terminal.type('Bash(git log');
  await terminal.shows('Bash(git log▏');
  await terminal.shows(/column \d+: /);
  terminal.press('enter');
  terminal.type(')');
  await terminal.shows('Bash(git log)▏');
  terminal.press('enter');
  await terminal.shows('added; it holds from now on');
  await terminal.shows(/2 allow +Bash\(git log\)/);

  // Promote it to a file, look at the file, and take it back.
  terminal.press('home', 'down');
  await selects(terminal, 'Bash(git log)');
  terminal.press('p');
  await terminal.shows('Keep Bash(git log) in a file:');
  terminal.press('left');
  await terminal.shows('[user]');
  terminal.press('enter');
  await terminal.shows('kept in user');
  await terminal.shows('from the next start');
  expect(place.read(USER)).toBe(`${BEFORE}\n[[permissions.rules]]\npattern = "Bash(git log)"\naction = "allow"\n`);
  terminal.press('u');
  await terminal.shows('taken back');
  expect(place.read(USER)).toBe(BEFORE);
  expect(terminal.text).not.toContain('from the next start');

  // Edit.
  terminal.press('down');
  await selects(terminal, 'Bash:git status');
  terminal.press('e');
  await terminal.shows('Change the rule Bash:git status');
  terminal.type(' --short');
  await terminal.shows('Bash:git status --short▏');
  terminal.press('enter');
  await terminal.shows('changed; it counts from the next start');
  const edited = place.read(USER);
  expect(edited).toBe(BEFORE.replace('git status', 'git status --short'));

  // Move down and up.
  terminal.press('J');
  await terminal.shows('moved; it counts from the next start');
  // What the session started with is numbered as the walk of a call numbers it; what counts later has no number yet.
  await terminal.shows(
    /3 allow +Bash:git status .*removed at[\s\S]*4 deny +Bash:git push \*[\s\S]*- allow +Bash:git status --short/,
  );
  await selects(terminal, 'Bash:git status --short');
  const moved = place.read(USER);
  terminal.press('K');
  await terminal.shows(/- allow +Bash:git status --short[\s\S]*4 deny +Bash:git push \*/);
  expect(place.read(USER)).toBe(edited);

  // Delete: any other key keeps it.
  terminal.press('d');
  await terminal.shows('Delete Bash:git status --short?');
  terminal.press('n');
  await terminal.shows('e edit');
  terminal.press('d');
  await terminal.shows('Delete Bash:git status --short?');
  terminal.press('y');
  await terminal.shows('removed; it counts from the next start');
  expect(place.read(USER)).not.toContain('git status');
  expect(place.read(USER)).toContain('# Not this one.');

  // Back to the beginning, one step at a time.
  for (const earlier of [edited, moved, edited, BEFORE]) {
    terminal.press('u');
    await terminal.shows((screen) => place.read(USER) === earlier && screen.includes('e edit'));
  }

  // By layer, by text.
  terminal.press('l');
  await terminal.shows(' · only managed');
  terminal.press('l', 'l');
  await terminal.shows(' · only user');
  expect(terminal.text).not.toContain('Bash:mkfs');
  terminal.press('escape');
  await terminal.shows('layer: all');
  terminal.press('/');
  await terminal.shows('type to filter');
  terminal.type('PUSH');
  await terminal.shows('1 of 15 rules');
  terminal.press('enter');
  await terminal.shows('e edit');
  await selects(terminal, 'Bash:git push *');
  terminal.press('escape');
  await terminal.shows(/^15 rules · /m);

  // Somebody else changes the file.
  place.write(USER, `${BEFORE}\n[[permissions.rules]]\npattern = "Bash:make *"\naction = "ask"\n`);
  await terminal.shows('changed on disk, counts at the next start');
  terminal.press('r');
  await terminal.shows(/ask +Bash:make \*/);

  // The session rule that was added above already holds.
  terminal.press('escape');
  await terminal.shows(/^> /m);
  send(terminal, 'go on');
  await terminal.shows('end of turn 1');
});

test('a rule that is deleted or edited stays in the list under the number that the test tab gives it', async () => {
  place.write(USER, BEFORE);
  const terminal = await place.session(script([]), { columns: 160, rows: 40 });
  await openPermissions(terminal);
  await selects(terminal, 'Bash:git status');
  terminal.press('d');
  await terminal.shows('Delete Bash:git status?');
  terminal.press('y');
  await terminal.shows(/1 allow +Bash:git status .*removed at the next start .*permissions\.toml:3/);
  terminal.press('d');
  await terminal.shows('its file holds this rule no more; it counts until the next start');
  terminal.press('down', 'e');
  await terminal.shows('Change the rule Bash:git push *');
  terminal.type('x');
  await terminal.shows('Bash:git push *x▏');
  terminal.press('enter');
  await terminal.shows(/- deny +Bash:git push \*x .*from the next start[\s\S]*2 deny +Bash:git push \* .*removed at/);
  terminal.press('tab');
  await terminal.shows('[2 Edit/Test]');
  terminal.type('git push origin');
  terminal.press('enter');
  await terminal.shows(/2 deny +Bash:git push \* {2}◀ decides/);
  expect(terminal.text).not.toContain('Bash:git push *x');
});

test('the other tabs, and Esc at every level', async () => {
  place.write(USER, BEFORE);
  const terminal = await place.session(script([bash('git status && git push origin')], [bash('touch x')]));
  send(terminal, 'go on');
  await terminal.shows('end of turn 1');
  await openPermissions(terminal);

  // Test: type a call, see its walk.
  terminal.press('tab');
  await terminal.shows('[2 Edit/Test]');
  terminal.type('git status && git push origin');
  terminal.press('enter');
  await terminal.shows(/deny: .*Bash:git push \*/);
  expect(terminal.text).toMatch(/part 1 of 2 .*git status → allow/);
  expect(terminal.text).toMatch(/part 2 of 2 .*git push origin → deny/);
  expect(terminal.text).toContain('◀ decides');
  terminal.press('pagedown');
  await terminal.shows((screen) => !/deny: /.test(screen));
  terminal.press('tab');
  await terminal.shows('❯tool');
  terminal.press('backspace', 'backspace', 'backspace', 'backspace');
  terminal.type('Read');
  terminal.press('tab', 'ctrl+u');
  terminal.type('notes.md');
  terminal.press('enter');
  await terminal.shows('allow: rule `Read` (builtin)');
  terminal.press('escape');
  await terminal.shows('Enter type a call');

  // Audit: what was decided, and the whole entry.
  terminal.press('3');
  await terminal.shows(/✗ deny +Bash git status && git push origin/);
  terminal.press('enter');
  await terminal.shows('"tool_use_id": "call-1-1"');
  terminal.press('escape');
  await terminal.shows('newest first');
  terminal.press('/');
  terminal.type('nothing of the kind');
  await terminal.shows('0 of the last 1 decision,');
  terminal.press('escape');
  await terminal.shows(/^the last 1 decision,/m);

  terminal.press('1');
  await terminal.shows('[1 View]');
  for (const [key, opened, shown] of [
    ['/', 'type to filter', 'a add'],
    ['a', 'Add a rule', 'a add'],
    ['e', 'Change the rule', 'a add'],
    ['d', 'any other key keeps it', 'a add'],
  ] as const) {
    terminal.press(key);
    await terminal.shows(opened);
    terminal.press('escape');
    await terminal.shows(shown);
  }
  terminal.press('escape');
  await terminal.shows(/^> /m);
  send(terminal, '/audit');
  await terminal.shows('[3 Audit]');
  terminal.press('escape');
  await terminal.shows(/^> /m);

  // A half-written prompt, the rule prompt, the modal, a run.
  terminal.type('half');
  await terminal.shows('> half');
  terminal.press('escape');
  await terminal.shows('press esc again to empty the prompt');
  terminal.press('escape');
  await terminal.shows(/^>\s*$/m);
  await ask(terminal, 'touch x');
  terminal.press('n');
  await terminal.shows('Always reject');
  terminal.press('escape');
  await terminal.shows('Esc rejects once');
  terminal.press('escape');
  await terminal.shows('⊘ Bash touch x · denied');
  await terminal.shows('end of turn 2');
  send(terminal, '!git status; sleep 60');
  await terminal.shows('Esc rejects once');
  terminal.press('o');
  await terminal.shows('working · esc interrupts');
  terminal.press('escape');
  await terminal.shows('· interrupted');
  expect(place.read(USER)).toBe(BEFORE);
});

test.each([
  ['an enforced deny', 'Bash', 'rm lamp', /deny: rule `Bash:rm \*` \(user/],
  ['a file of caliban', 'Write', '.caliban/permissions.toml', /ask: it writes caliban's own/],
  ['what nothing stands against', 'Bash', 'ls', /allow: rule `Bash` \(project/],
])('the test tab says what the gate says: %s', async (_, tool, input, verdict) => {
  place.write(USER, `[permissions]\nenforce = true\n\n[[permissions.rules]]\npattern = "Bash:rm *"\naction = "deny"\n`);
  for (const [at, pattern] of ['Bash', 'Write'].entries())
    place.run('perms', 'add', pattern, 'allow', '--at', `${at + 1}`);
  const terminal = await place.session(script([]), { columns: 160 });
  await openPermissions(terminal);
  terminal.press('tab', 'tab');
  await terminal.shows('❯tool');
  terminal.press('ctrl+u');
  terminal.type(tool);
  terminal.press('tab');
  terminal.type(input);
  terminal.press('enter');
  await terminal.shows(verdict);
});
