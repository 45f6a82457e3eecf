import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { bash, type Call, script } from './helpers/replies.ts';
import { asks, send } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
});

afterEach(() => place.remove());

const PLAN = '# Move the lamp\n\n1. Read `lamp.js`\n2. **Write** `lamp.md`\n';
const exit: Call = ['ExitPlanMode', { plan: PLAN }];
const write: Call = ['Write', { path: 'lamp.md', content: 'on\n' }];
const SHOWN = /Approve this plan\?[\s\S]*┃ Move the lamp[\s\S]*Esc sends it back/;

test('a plan is rendered, sent back with a message, and approved; what follows is the mode of the answer', async () => {
  const terminal = await place.session(script([exit], [exit], [write], [exit], [bash('touch asked')]), {
    args: ['--permission-mode', 'plan'],
  });
  send(terminal, 'make a plan');
  await terminal.shows(SHOWN);
  terminal.press('m');
  await terminal.shows('The plan goes back to the agent');
  terminal.type('tests first');
  terminal.press('enter');
  await terminal.shows('the operator sent the plan back and says: tests first');
  await terminal.shows('end of turn 1');
  expect(terminal.text).toContain('[plan]');

  send(terminal, 'again');
  await terminal.shows(SHOWN);
  terminal.press('a');
  await terminal.shows('[acceptEdits]');
  await terminal.shows('end of turn 2');
  send(terminal, 'go on');
  await terminal.shows('end of turn 3');
  expect(existsSync(place.path('lamp.md'))).toBe(true);

  send(terminal, '/mode plan');
  await terminal.shows('[plan]');
  send(terminal, 'and now');
  await terminal.shows(SHOWN);
  // No key but an answer changes the mode here.
  terminal.press('shift+tab', 'y');
  await terminal.shows('[default]');
  await terminal.shows('end of turn 4');
  send(terminal, 'go on');
  await asks(terminal, 'touch asked');
  terminal.press('r');
  await terminal.shows('end of turn 5');
});

test('ctrl+c takes the plan back, and plan mode stays on', async () => {
  const terminal = await place.session(script([exit]), { args: ['--permission-mode', 'plan'] });
  send(terminal, 'make a plan');
  await terminal.shows(SHOWN);
  terminal.press('ctrl+c');
  await terminal.shows('- ExitPlanMode');
  await terminal.shows(/^> *$/m);
  expect(terminal.text).toContain('[plan]');
});

test('the plain terminal asks the same', async () => {
  const terminal = place.start(script([exit]), { args: ['--plain', '--permission-mode', 'plan'] });
  await terminal.shows(/^> $/m);
  send(terminal, 'make a plan');
  await terminal.shows('number (1 to 3): ');
  for (const text of ['approve this plan?', '| # Move the lamp', '1 approve (y)', '2 approve and accept edits (a)']) {
    expect(terminal.text).toContain(text);
  }
  send(terminal, 'm');
  await terminal.shows('what the agent reads');
  send(terminal, 'tests first');
  await terminal.shows('says: tests first');
  await terminal.shows(/end of turn 1\n> $/m);
});
