import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { answerFirstScreen, ask, send } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
});

afterEach(() => place.remove());

test('the first rule an operator saves in a project is not asked about at the next start', async () => {
  const first = await place.session(script([bash('touch one')]));
  await ask(first, 'touch one');
  first.press('y');
  await first.shows('Enter saves');
  first.press('enter');
  await first.shows('end of turn 1');
  first.press('ctrl+d');
  expect(await first.exited).toBe(0);

  const second = place.start(script([bash('touch one')]));
  await second.shows('scripted · ');
  expect(second.raw).not.toContain('are new to you');
  second.type('go on\r');
  await second.shows('end of turn 1');
});

const TOUCH = script([bash('touch one')]);
const ADD = ['perms', 'add', 'Bash:touch *', 'allow'] as const;

describe("an operator's own changes to a project with `caliban perms`", () => {
  test.each([
    ['rule by rule', [ADD, ['perms', 'add', 'Bash:make', 'allow', '--scope', 'local']]],
    [
      'and takes out again',
      [ADD, [...ADD.slice(0, 2), 'Bash:make', 'allow'], ['perms', 'remove', '--pattern', 'Bash:make']],
    ],
    ['all at once', [['perms', 'import', '--from', '../home/claude.json', '--format', 'claude', '--scope', 'project']]],
  ])('%s is not asked about', async (_, commands) => {
    place.write('~/claude.json', JSON.stringify({ permissions: { allow: ['Bash(touch *)', 'Bash(make)'] } }));
    for (const words of commands) place.run(...words);
    const terminal = place.start(TOUCH);
    await terminal.shows('scripted · ');
    expect(terminal.raw).not.toContain('are new to you');
    send(terminal, 'go on');
    await terminal.shows('end of turn 1');
  });

  test('leaves his answer about its settings as it was', async () => {
    place.write('.caliban/settings.toml', '[[hooks]]\nevent = "PreToolUse"\ncommand = "touch heard"\n');
    const first = place.start(TOUCH);
    await answerFirstScreen(first, 'u');
    await first.shows('scripted · ');
    first.press('ctrl+d');
    expect(await first.exited).toBe(0);

    place.run(...ADD);
    const second = place.start(TOUCH);
    await second.shows('scripted · ');
    send(second, 'go on');
    await second.shows('end of turn 1');
    expect(existsSync(place.path('heard'))).toBe(true);
  });

  test('answers nothing about what others have written there', async () => {
    place.write('.caliban/permissions.toml', '[[permissions.rules]]\npattern = "Bash:rm *"\naction = "allow"\n');
    place.run(...ADD);
    const terminal = place.start(TOUCH, { columns: 160 });
    await terminal.shows('are new to you');
    await terminal.shows('Bash:rm *');
  });
});
