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
const selected = (terminal: TestTerminal) => terminal.rows.find((row) => row.startsWith('│ ❯')) ?? '';

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
  expect(selected(terminal)).toMatch(
    / 2 {2}allow +Bash:git status {2}# only looks +user .*permissions\.toml:3 .*0× │$/,
  );
  terminal.press('end');
  await selects(terminal, ' ask   * ');
  terminal.press('home');
  await selects(terminal, 'Bash:mkfs *');
  terminal.press('pagedown');
  await terminal.shows(() => !selected(terminal).includes('Bash:mkfs *'));
  terminal.press('pageup');
  await selects(terminal, 'Bash:mkfs *');

  // What is not yours to change says why.
  terminal.press('d');
  await terminal.shows('managed rules are set by the administrator of this machine; they are read-only here');
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
  await terminal.shows('Added to this session; in effect now');
  await terminal.shows(/2 {2}allow +Bash\(git log\)/);

  // Promote it to a file, look at the file, and take it back.
  terminal.press('home', 'down');
  await selects(terminal, 'Bash(git log)');
  terminal.press('p');
  await terminal.shows('Save Bash(git log) to a file:');
  terminal.press('left');
  await terminal.shows('[user]');
  terminal.press('enter');
  await terminal.shows(/Saved to .*permissions\.toml; in effect now/);
  // One rule, one row.
  await terminal.shows(/2 {2}allow +Bash\(git log\) +user .*permissions\.toml:\d+/);
  expect(terminal.text.match(/allow +Bash\(git log\)/g)?.length).toBe(2);
  expect(place.read(USER)).toBe(`${BEFORE}\n[[permissions.rules]]\npattern = "Bash(git log)"\naction = "allow"\n`);
  terminal.press('u');
  await terminal.shows('Taken back');
  expect(place.read(USER)).toBe(BEFORE);
  await terminal.shows(/2 {2}allow +Bash\(git log\) +session/);

  // Edit.
  terminal.press('down');
  await selects(terminal, 'Bash:git status');
  terminal.press('e');
  await terminal.shows('Change the rule Bash:git status');
  terminal.type(' --short');
  await terminal.shows('Bash:git status --short▏');
  terminal.press('enter');
  await terminal.shows('Changed; in effect after a restart');
  const edited = place.read(USER);
  expect(edited).toBe(BEFORE.replace('git status', 'git status --short'));

  // Move down and up.
  terminal.press('J');
  await terminal.shows('Moved; in effect after a restart');
  // What the session started with is numbered as the walk of a call numbers it; what counts later has no number yet.
  await terminal.shows(
    /3 {2}allow +Bash:git status .*gone after[\s\S]*4 {2}deny +Bash:git push \*[\s\S]*- {2}allow +Bash:git status --short/,
  );
  await selects(terminal, 'Bash:git status --short');
  const moved = place.read(USER);
  terminal.press('K');
  await terminal.shows(/- {2}allow +Bash:git status --short[\s\S]*4 {2}deny +Bash:git push \*/);
  expect(place.read(USER)).toBe(edited);

  // Delete: any other key keeps it.
  terminal.press('d');
  await terminal.shows('Delete Bash:git status --short?');
  terminal.press('n');
  await terminal.shows('e edit');
  terminal.press('d');
  await terminal.shows('Delete Bash:git status --short?');
  terminal.press('y');
  await terminal.shows('Removed; in effect after a restart');
  expect(place.read(USER)).not.toContain('git status');
  expect(place.read(USER)).toContain('# Not this one.');

  // Back to the beginning, one step at a time.
  for (const earlier of [edited, moved, edited, BEFORE]) {
    terminal.press('u');
    // The file is written before the list is: keys are heard once both say the same.
    const isShown = (screen: string) => screen.includes('git status --short') === (earlier !== BEFORE);
    await terminal.shows((screen) => place.read(USER) === earlier && screen.includes('e edit') && isShown(screen));
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
  await terminal.shows(/─ 15 rules · /);

  // Somebody else changes the file.
  place.write(USER, `${BEFORE}\n[[permissions.rules]]\npattern = "Bash:make *"\naction = "ask"\n`);
  await terminal.shows('changed on disk, in effect after a restart');
  terminal.press('r');
  // The list may have been read again before the key.
  await terminal.shows((screen) => /ask +Bash:make \*/.test(screen));

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
  await terminal.shows(/1 {2}allow +Bash:git status .*gone after a restart .*permissions\.toml:3/);
  terminal.press('d');
  await terminal.shows('this rule is no longer in its file; it applies until you restart');
  terminal.press('down', 'e');
  await terminal.shows('Change the rule Bash:git push *');
  terminal.type('x');
  await terminal.shows('Bash:git push *x▏');
  terminal.press('enter');
  await terminal.shows(/- {2}deny +Bash:git push \*x .*after a restart[\s\S]*2 {2}deny +Bash:git push \* .*gone after/);
  terminal.press('tab');
  await terminal.shows('[2 Test]');
  terminal.type('git push origin');
  terminal.press('enter');
  await terminal.shows(/2 deny +Bash:git push \* +◀ decides/);
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
  await terminal.shows('[2 Test]');
  terminal.type('git status && git push origin');
  terminal.press('enter');
  await terminal.shows(/deny: .*Bash:git push \*/);
  expect(terminal.text).toMatch(/part 1 of 2 .*git status → allow/);
  expect(terminal.text).toMatch(/part 2 of 2 .*git push origin → deny/);
  expect(terminal.text).toContain('◀ decides');
  expect(terminal.text).toContain('rules do not match (ctrl+o shows all)');
  terminal.press('ctrl+o');
  await terminal.shows(/allow +Glob/);
  terminal.press('pagedown');
  await terminal.shows((screen) => !/deny: /.test(screen));
  terminal.press('up');
  await terminal.shows('❯tool');
  terminal.press('backspace', 'backspace', 'backspace', 'backspace');
  terminal.type('Read');
  terminal.press('down', 'ctrl+u');
  terminal.type('notes.md');
  terminal.press('enter');
  await terminal.shows('allow: rule `Read` (builtin)');
  terminal.press('escape');
  await terminal.shows('Enter type a call');

  // Audit: what was decided, and the whole entry.
  terminal.press('3');
  await terminal.shows(/✗ deny +Bash git status && git push origin .*Bash:git push/);
  terminal.press('enter');
  await terminal.shows('"tool_use_id": "call-1-1"');
  terminal.press('escape');
  await terminal.shows('newest first');
  terminal.press('/');
  terminal.type('nothing of the kind');
  await terminal.shows('0 decisions of the whole log');
  terminal.press('escape');
  await terminal.shows(/the last 1 decision,/);

  // A rule from a decision.
  terminal.press('m');
  await terminal.shows('Add a rule');
  await terminal.shows(/Pattern +Bash:git push origin▏/);
  terminal.press('escape');
  await terminal.shows('a add');
  terminal.press('3');
  await terminal.shows('[3 Audit]');

  terminal.press('1');
  await terminal.shows('[1 Rules]');
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
  send(terminal, '/audit push origin');
  await terminal.shows('[3 Audit]');
  await terminal.shows('1 decision of the whole log');
  terminal.press('escape');
  await terminal.shows('the last 1 decision,');
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
  terminal.press('tab');
  await terminal.shows('❯input');
  terminal.press('up');
  await terminal.shows('❯tool');
  terminal.press('ctrl+u');
  terminal.type(tool);
  terminal.press('down');
  terminal.type(input);
  terminal.press('enter');
  await terminal.shows(verdict);
});
