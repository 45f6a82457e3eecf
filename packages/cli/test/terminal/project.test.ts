import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { answerFirstScreen, ask, openPermissions, send } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
  place.write(PROJECT, RULES);
});

afterEach(() => place.remove());

const PROJECT = '.caliban/permissions.toml';
const RULES = `[[permissions.rules]]
pattern = "Bash:touch *"
action = "allow"
comment = "\u202eof the repository"

[[permissions.rules]]
pattern = "Bash:rm *"
action = "deny"
`;
const TURNS = script([bash('touch made')], [bash('rm made')]);

describe('a project whose settings are new', () => {
  beforeEach(() => {
    place.write(PROJECT, '');
    place.write('.caliban/settings.toml', '[mcp_servers.x]\ncommand = "./no-such-server"\n');
    place.write('.caliban/auto-mode.toml', 'allow = ["Bash:make *"]\n');
  });

  test('programs of the settings are shown before they run, and run on a yes', async () => {
    const terminal = place.start(TURNS, { columns: 160 });
    await terminal.shows('They would have caliban use this:');
    expect(terminal.text).toMatch(/Bash:make \* .*auto-mode\.toml:1 {2}# in auto mode/);
    expect(terminal.text).toMatch(/the MCP server `x` \(`\.\/no-such-server`\) .*settings\.toml:1/);
    await answerFirstScreen(terminal, 'u');
    await terminal.shows('the MCP server `x` is not there');
  });

  test('or is left alone', async () => {
    const terminal = place.start(TURNS, { columns: 160 });
    await answerFirstScreen(terminal, 't');
    await terminal.shows('the MCP server `x` (`./no-such-server`) is ignored, because you chose that for this project');
    expect(terminal.raw).not.toContain('is not there');
  });
});

describe('a project that would start in a looser mode', () => {
  beforeEach(() => place.write(PROJECT, '[permissions]\ndefault_mode = "acceptEdits"\n'));

  test('is asked about, and does so on a yes', async () => {
    const terminal = place.start(TURNS, { columns: 160 });
    await terminal.shows('They would have caliban use this:');
    expect(terminal.text).toMatch(
      /`default_mode = "acceptEdits"` \(files are edited without asking\) .*permissions\.toml:2/,
    );
    await answerFirstScreen(terminal, 'u');
    await terminal.shows('[acceptEdits]');
  });

  test('or does not', async () => {
    const terminal = place.start(TURNS, { columns: 160 });
    await answerFirstScreen(terminal, 't');
    await terminal.shows('`default_mode = "acceptEdits"` does not apply, because you chose that for this project');
    expect(terminal.text).not.toContain('[acceptEdits]');
  });
});

describe('a project whose allow rules are new', () => {
  test('use them: kept for as long as the file stays as it is', async () => {
    const first = place.start(TURNS, { columns: 160 });
    await first.shows('They would let an agent do this without asking:');
    expect(first.text).toMatch(/Bash:touch \* .*permissions\.toml:1 {2}# \\u\{202e\}of the repository/);
    expect(first.text).not.toContain('Bash:rm');
    await answerFirstScreen(first, 'u');
    await first.shows('scripted · ');
    send(first, 'go on');
    await first.shows('end of turn 1');
    expect(existsSync(place.path('made'))).toBe(true);
    first.press('ctrl+d');
    expect(await first.exited).toBe(0);

    const second = place.start(TURNS, { columns: 160 });
    await second.shows('scripted · ');
    expect(second.raw).not.toContain('are new to you');
    second.press('ctrl+d');
    expect(await second.exited).toBe(0);

    place.write(PROJECT, `${RULES}# one more line\n`);
    const third = place.start(TURNS, { columns: 160 });
    await answerFirstScreen(third, 'escape');
    expect(await third.exited).toBe(0);
    expect(third.buffer).toBe('normal');
  });

  test('only what tightens: its allow rules are withheld, its deny rules apply', async () => {
    const terminal = place.start(TURNS, { columns: 160 });
    await answerFirstScreen(terminal, 't');
    await terminal.shows('scripted · ');
    await terminal.shows('not apply');
    await ask(terminal, 'touch made');
    terminal.press('r');
    await terminal.shows('end of turn 1');
    send(terminal, 'go on');
    await terminal.shows('⊘ Bash rm made · denied');
  });

  test('only what tightens: withheld rules are not in the list, and a rule that is written goes to the right place', async () => {
    const terminal = place.start(TURNS, { columns: 160, rows: 40 });
    await answerFirstScreen(terminal, 't');
    await terminal.shows('not apply');
    await openPermissions(terminal);
    expect(terminal.text).toMatch(/deny +Bash:rm \*/);
    expect(terminal.text).not.toContain('Bash:touch *');
    expect(terminal.text).not.toContain('after a restart');

    // The writer counts withheld rules too.
    terminal.press('e');
    await terminal.shows('Change the rule Bash:rm *');
    terminal.type('*');
    await terminal.shows('Bash:rm **');
    terminal.press('enter');
    await terminal.shows('Changed; in effect after a restart');
    expect(place.read(PROJECT)).toBe(RULES.replace('Bash:rm *', 'Bash:rm **'));

    terminal.press('a');
    await terminal.shows('Add a rule');
    terminal.type('Bash:ls *');
    terminal.press('tab', 'tab', 'right');
    await terminal.shows('[local]');
    terminal.press('enter');
    await terminal.shows(/Saved to .*local\.toml; like all allow rules of this project it does not apply/);
  });

  test('only what tightens: a rule is moved past listed rules, not past withheld ones', async () => {
    const [aaa, bbb, ccc] = ['allow', 'deny', 'ask'].map(
      (action, at) => `[[permissions.rules]]\npattern = "Bash:${'abc'[at]?.repeat(3)} *"\naction = "${action}"\n`,
    );
    const before = `${aaa}\n${bbb}\n${ccc}`;
    place.write(PROJECT, before);
    const terminal = place.start(TURNS, { columns: 160, rows: 40 });
    await answerFirstScreen(terminal, 't');
    await terminal.shows('not apply');
    await openPermissions(terminal);
    terminal.press('K');
    await terminal.shows('no rule of its file is listed above it');
    expect(place.read(PROJECT)).toBe(before);
    terminal.press('J');
    await terminal.shows('Moved; in effect after a restart');
    await terminal.shows(/ask +Bash:ccc \*[\s\S]*deny +Bash:bbb \*/);
    expect(place.read(PROJECT)).toBe(`${aaa}\n${ccc}\n${bbb}`);
  });

  test('quit; and what was typed ahead answers nothing', async () => {
    const terminal = place.start(TURNS, { columns: 160 });
    terminal.type('uuut\r');
    await terminal.shows(/are new to you[\s\S]*^> ?$/m);
    terminal.paste('u\r');
    terminal.press('q');
    expect(await terminal.exited).toBe(0);
    expect(terminal.text).toContain('> quit');
    expect(terminal.raw).not.toContain('\u001b[?1049h');

    const again = place.start(TURNS, { columns: 160 });
    await again.shows('are new to you');
  });
});
