import { existsSync } from 'node:fs';
import { inboxClient, serverFiles } from '@caliban/inbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerQuestion, nextQuestion } from '../asks/answers.ts';
import { Place } from './helpers/place.ts';
import { bash, script } from './helpers/replies.ts';
import { ask, send } from './helpers/steps.ts';

let place: Place;

beforeEach(() => {
  place = new Place();
  place.write('~/.config/caliban/settings.toml', SETTINGS);
});

afterEach(async () => {
  place.run('serve', '--stop');
  await place.remove();
});

const SETTINGS = '[serve]\nstart = "on-demand"\nidle_minutes = 1\n[inbox]\nterminal = true\nname = "me"\n';

const files = () => serverFiles(place.path('~/.local/state/caliban'));
const client = () => inboxClient(files());

/** The first question starts the server. */
async function untilServed(): Promise<void> {
  while (!existsSync(files().description)) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('a question in the terminal can be answered from the inbox, and the terminal says by whom', async () => {
  const terminal = await place.session(script([bash('touch one')]));
  await ask(terminal, 'touch one');
  await untilServed();
  await answerQuestion(client(), await nextQuestion(client()), { action: 'allow' });
  await terminal.shows('end of turn 1');
  await terminal.shows('anna allowed Bash (page)');
  expect(existsSync(place.path('one'))).toBe(true);
  expect(place.run('perms', 'audit')).toContain('anna (page): allow once');
});

test('answered in the terminal, it is no longer open in the inbox', async () => {
  const terminal = await place.session(script([bash('touch one')]));
  await ask(terminal, 'touch one');
  await untilServed();
  const view = await nextQuestion(client());
  terminal.press('o');
  await terminal.shows('end of turn 1');
  expect(existsSync(place.path('one'))).toBe(true);
  expect(await answerQuestion(client(), view, { action: 'deny' })).toBe(409);
  const { body } = await client().send({ method: 'GET', path: `/api/asks/${view.id}` });
  expect(body).toMatchObject({ view: { state: 'consumed', answer: { by: { name: 'me', through: 'terminal' } } } });
});

test('line by line, too', async () => {
  const terminal = await place.session(script([bash('touch one')]), { args: ['--plain'] });
  send(terminal, 'go on');
  await terminal.shows('your answer:');
  await untilServed();
  await answerQuestion(client(), await nextQuestion(client()), { action: 'deny', message: 'not now' });
  await terminal.shows('anna rejected Bash (page)');
  expect(existsSync(place.path('one'))).toBe(false);
});
