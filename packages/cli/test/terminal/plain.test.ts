import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { send } from './helpers/steps.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

test('a session in lines: questions, lists and the way out', async () => {
  const terminal = await place.session(script([bash('echo one')], [bash('sleep 600')]), {
    args: ['--plain'],
    rows: 60,
  });
  send(terminal, 'go on');
  await terminal.shows('number (1 to 5): ');
  send(terminal, 'o');
  await terminal.shows(/end of turn 1\n> $/m);
  send(terminal, '/permissions');
  await terminal.shows(/`caliban perms` changes them\n> $/m);
  send(terminal, 'go on');
  await terminal.shows(/sleep 600[\s\S]*number \(1 to 5\): $/m);
  terminal.press('ctrl+c');
  await terminal.shows(/interrupted\n> $/m);
  terminal.press('ctrl+d');
  expect(await terminal.exited).toBe(0);
  expect(terminal.text.trimEnd().split('\n').slice(1)).toEqual([
    '> go on',
    'tool: Bash echo one',
    '',
    'question: allow Bash?',
    'it only reads',
    '| echo one',
    'Asked by rule `Bash` (built-in)',
    ...ANSWERS,
    'number (1 to 5): o',
    'Bash: done',
    '  one',
    'end of turn 1',
    '> /permissions',
    ...['Read', 'Grep', 'Glob', 'TodoWrite', 'EnterPlanMode', 'ExitPlanMode'].map(
      (tool) => `allow \`${tool}\` (built-in)`,
    ),
    ...['WebFetch', 'Bash', 'Write', 'Edit', '*'].map((tool) => `ask \`${tool}\` (built-in)`),
    '`caliban perms` changes them',
    '> go on',
    'tool: Bash sleep 600',
    '',
    'question: allow Bash?',
    'it runs a command',
    '| sleep 600',
    'Asked by rule `Bash` (built-in)',
    ...ANSWERS,
    'number (1 to 5): ^CBash: aborted',
    '  the call was interrupted before it finished',
    'interrupted',
    '>',
  ]);
});

const ANSWERS = [
  'your answer:',
  '  1 allow once (o)',
  '  2 always allow (y)',
  '  3 reject once (r)',
  '  4 reject with a message (m)',
  '  5 always reject (n)',
];
