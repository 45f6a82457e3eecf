import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { ask } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
});

afterEach(() => place.remove());

test('the first rule an operator saves in a project is no news to him at the next start', async () => {
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
