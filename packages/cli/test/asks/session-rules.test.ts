// An “always” from the inbox in the session that asked: its rules apply at once, whatever file they are also written to.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AskView } from '@caliban/inbox';
import { expect, test } from 'vitest';
import { bash, script } from '../headless/helpers/scripts.ts';
import { ServeScratch } from '../serve/server-process.ts';
import { nextQuestion } from './answers.ts';

function asked(scratch: ServeScratch) {
  scratch.write('script.json', script(bash('touch one'), bash('touch two')));
  const model = `scripted:${join(scratch.root, 'script.json')}`;
  return scratch.startCaliban('-p', 'go', '--model', model, '--output-format', 'json', '--ask-via', 'inbox');
}

async function answerAlways(scratch: ServeScratch, view: AskView, answer: object): Promise<unknown> {
  const asks = [{ id: view.id, hash: view.ask.hash }];
  const reply = await scratch.client.send({ method: 'POST', path: '/api/page/answer', body: { asks, ...answer } });
  expect(reply.status).toBe(200);
  return (reply.body as { readonly always: unknown }).always;
}

test.each(['session', 'local'] as const)('for %s: the next call is not asked about', async (scope) => {
  const scratch = new ServeScratch();
  await scratch.serve();
  const print = asked(scratch);
  const view = await nextQuestion(scratch.client);
  const always = await answerAlways(scratch, view, {
    ...{ action: 'allow' },
    always: { scope, rules: [{ part: 1, pattern: 'Bash:touch *' }] },
  });
  const file = scope === 'session' ? null : expect.stringContaining('ws/.caliban/permissions.local.toml');
  expect(always).toEqual({ kind: 'saved', rules: ['allow Bash:touch *'], file });
  expect(await print.ended).toMatchObject({ exit: 0 });
  expect(['one', 'two'].map((name) => existsSync(join(scratch.root, 'ws', name)))).toEqual([true, true]);
  expect(scratch.log()).toMatchObject([
    {
      outcome: 'allow',
      because: {
        answer: 'always allow',
        by: 'operator',
        through: 'page',
        ask_id: view.id,
        pattern: 'Bash:touch *',
        scope,
      },
    },
    { outcome: 'allow', rule: { pattern: 'Bash:touch *', layer: 'runtime' } },
  ]);
  expect(existsSync(join(scratch.root, 'ws/.caliban/permissions.local.toml'))).toBe(scope === 'local');
});

test('never: the next call is refused without a question, for the reason that was given', async () => {
  const scratch = new ServeScratch();
  await scratch.serve();
  const print = asked(scratch);
  const rules = [{ part: 1, pattern: 'Bash:touch *' }];
  await answerAlways(scratch, await nextQuestion(scratch.client), {
    ...{ action: 'deny' },
    always: { scope: 'session', rules, reason: 'use mkdir' },
  });
  await print.ended;
  expect(scratch.log()).toMatchObject([
    { outcome: 'deny', because: { answer: 'always reject', scope: 'session' } },
    { outcome: 'deny', rule: { pattern: 'Bash:touch *', layer: 'runtime' } },
  ]);
});
