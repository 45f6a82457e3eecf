import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
  const rules = Array.from(
    { length: 40 },
    (_, index) => `[[permissions.rules]]\npattern = "Bash:make ${index}"\naction = "ask"\n`,
  );
  place.write('~/.config/caliban/permissions.toml', rules.join('\n'));
});

afterEach(() => place.remove());

const LIST = ['perms', 'list'] as const;
const NUMBERED = /^ +1\t? *1 {2}ask/m;

describe('output that is longer than the screen', () => {
  test('goes through $PAGER', async () => {
    const terminal = place.commandWith({ env: { PAGER: 'cat -n' }, rows: 60 }, ...LIST, '--all');
    const small = place.commandWith({ env: { PAGER: 'cat -n | head -5' }, rows: 20 }, ...LIST);
    await small.shows(NUMBERED);
    expect(await small.exited).toBe(0);
    expect(await terminal.exited).toBe(0);
    expect(terminal.text).not.toMatch(NUMBERED);
  });

  test('keeps the exit code if the pager is closed early', async () => {
    place.write('.caliban/permissions.toml', '[[permissions.rules]]\npattern = "Bash:"\naction = "ask"\n');
    const lint = place.commandWith({ env: { PAGER: 'head -1' }, rows: 5 }, 'perms', 'lint');
    expect(await lint.exited).toBe(3);
  });

  test('is shown all the same if there is no such pager', async () => {
    const terminal = place.commandWith({ env: { PAGER: 'no-such-pager-here' }, rows: 20 }, ...LIST);
    await terminal.shows(/built-in rules behind them: caliban perms list --all/);
    expect(await terminal.exited).toBe(0);
  });

  test.each([
    ['doctor', 'connect an agent'],
    ['perms explain Bash ls', 'verdict'],
    ['perms audit --stats', 'no decisions'],
    ['perms classes', '@read-only'],
  ])('%s prints the same as without one', async (words, text) => {
    const terminal = place.commandWith({ env: { PAGER: 'cat' }, rows: 100 }, ...words.split(' '));
    await terminal.exited;
    expect(terminal.text).toContain(text);
  });

  test.each([['--no-pager'], ['--json']])('not with %s', async (flag) => {
    const terminal = place.commandWith({ env: { PAGER: 'cat -n' }, rows: 20 }, ...LIST, flag);
    expect(await terminal.exited).toBe(0);
    expect(terminal.text).not.toMatch(/^ +\d+\t? /m);
  });
});

test('without a terminal there is no pager, no colour and no hint', () => {
  const printed = place.run(...LIST);
  expect(printed.split('\n')).toHaveLength(41);
  expect(printed).not.toContain('\u001b');
});

test('NO_COLOR is obeyed', async () => {
  const terminal = place.commandWith({ env: { NO_COLOR: '1', PAGER: 'cat' }, rows: 60 }, ...LIST);
  await terminal.exited;
  expect(terminal.text).toContain('ask');
  expect(terminal.raw).not.toContain('\u001b[3');
});
