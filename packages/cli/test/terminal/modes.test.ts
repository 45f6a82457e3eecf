import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { ask, send } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
});

afterEach(() => place.remove());

test('the modes go by; without the latch, bypass is a warning and lands in default', async () => {
  const write = ['Write', { path: 'plan.md', content: 'a plan\n' }] as const;
  const terminal = await place.session(script([write], [bash('touch planned')], [bash('touch unasked')]));
  expect(terminal.text).toContain('[default]');
  for (const mode of ['acceptEdits', 'plan', 'auto', 'dontAsk']) {
    terminal.press('shift+tab');
    if (mode === 'dontAsk') {
      await terminal.shows('press Shift+Tab again for dontAsk: every question becomes a yes');
      expect(terminal.text).toContain('[auto]');
      terminal.press('shift+tab');
    }
    await terminal.shows(`[${mode}]`);
    await terminal.shows(new RegExp(`mode: ${mode} – .{30}`));
    expect(terminal.text).not.toContain('[bypass latch]');
  }
  terminal.press('shift+tab');
  await terminal.shows('bypassPermissions needs --allow-dangerously-skip-permissions at start; mode: default');
  expect(terminal.text).toContain('[default]');
  terminal.type('/mode bypassPermissions');
  await terminal.shows('> /mode bypassPermissions');
  terminal.press('enter');
  await terminal.shows(/^> *$[\s\S]*bypassPermissions needs/m);
  expect(terminal.text).not.toContain('[bypassPermissions]');

  // What the modes do to a question.
  send(terminal, '/mode acceptEdits');
  await terminal.shows('[acceptEdits]');
  send(terminal, 'go on');
  await terminal.shows('end of turn 1');
  expect(place.read('plan.md')).toBe('a plan\n');
  send(terminal, '/mode plan');
  await terminal.shows('[plan]');
  send(terminal, 'go on');
  await terminal.shows('end of turn 2');
  expect(existsSync(place.path('planned'))).toBe(false);
  send(terminal, '/mode dontAsk');
  await terminal.shows('[dontAsk]');
  send(terminal, 'go on');
  await terminal.shows('end of turn 3');
  expect(existsSync(place.path('unasked'))).toBe(true);

  send(terminal, '/drop-bypass');
  await terminal.shows('there is no bypass latch to drop');
});

test.each([
  ['ctrl+shift+b', (press: (key: string) => void) => press('ctrl+shift+b')],
  ['/drop-bypass', (_: unknown, type: (text: string) => void) => type('/drop-bypass\r')],
])('the latch is seen in every mode, until %s drops it', async (_, drop) => {
  const terminal = await place.session(script([bash('touch bypassed')], [bash('touch asked')]), {
    args: ['--allow-dangerously-skip-permissions'],
  });
  for (const mode of ['acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']) {
    expect(terminal.cellsOf('[bypass latch]')[1]?.colour).toBe(1);
    terminal.press('shift+tab');
    if (mode === 'dontAsk' || mode === 'bypassPermissions') {
      await terminal.shows(`press Shift+Tab again for ${mode}`);
      terminal.press('shift+tab');
    }
    await terminal.shows(`[${mode}] [bypass latch]`);
  }
  send(terminal, 'go on');
  await terminal.shows('end of turn 1');
  expect(existsSync(place.path('bypassed'))).toBe(true);

  drop(
    (key) => terminal.press(key),
    (text) => terminal.type(text),
  );
  await terminal.shows('bypass latch dropped for the rest of the session; mode: default');
  expect(terminal.text).not.toContain('[bypass latch]');
  expect(terminal.text).not.toContain('[bypassPermissions]');
  send(terminal, '/mode bypassPermissions');
  await terminal.shows('bypassPermissions needs');
  await ask(terminal, 'touch asked');
  // Modes that are only passed answer nothing: plan would have refused.
  terminal.press('shift+tab', 'shift+tab', 'shift+tab');
  await terminal.shows('[auto]');
  expect(terminal.text).toContain('Allow Bash?');
  terminal.press('r');
  await terminal.shows('⊘ Bash touch asked · denied');
});

test('a mode that is chosen while a question is open settles it, if it can', async () => {
  const write = ['Write', { path: 'settled.md', content: 'x\n' }] as const;
  const terminal = await place.session(script([bash('touch left')], [write], [bash('touch refused')]));
  // acceptEdits has nothing to say about a command.
  await ask(terminal, 'touch left');
  terminal.press('shift+tab');
  await terminal.shows('[acceptEdits]');
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(terminal.text).toContain('Allow Bash?');
  terminal.press('o');
  await terminal.shows('end of turn 1');

  send(terminal, '/mode default');
  await ask(terminal, 'settled.md');
  terminal.press('shift+tab');
  await terminal.shows('✓ Write settled.md');
  await terminal.shows('end of turn 2');

  send(terminal, '/mode default');
  await ask(terminal, 'touch refused');
  terminal.press('shift+tab', 'shift+tab');
  await terminal.shows('⊘ Bash touch refused · denied');
  await terminal.shows('plan mode is read-only');
  await terminal.shows('end of turn 3');
  expect(['left', 'settled.md', 'refused'].map((name) => existsSync(place.path(name)))).toEqual([true, true, false]);
});

test('enforce: the ways around are refused with a toast that names the file', async () => {
  place.write('managed/permissions.toml', '[permissions]\nenforce = true\n');
  const terminal = await place.session([]);
  const refused = (mode: string) => new RegExp(`${mode} is refused: enforce is set in\\s.*managed/permissions.toml`);
  terminal.press('shift+tab', 'shift+tab', 'shift+tab');
  await terminal.shows('[auto]');
  terminal.press('shift+tab');
  await terminal.shows(refused('dontAsk'));
  expect(terminal.text).toMatch(/^\[default\]/m);
  send(terminal, '/mode bypassPermissions');
  await terminal.shows(refused('bypassPermissions'));
  expect(terminal.text).toMatch(/^\[default\]/m);
});

test('enforce: a start with the latch is refused', async () => {
  place.write('managed/permissions.toml', '[permissions]\nenforce = true\n');
  const terminal = place.start([], { args: ['--allow-dangerously-skip-permissions'] });
  expect(await terminal.exited).toBe(78);
  expect(terminal.text).toContain('--allow-dangerously-skip-permissions is refused');
});
