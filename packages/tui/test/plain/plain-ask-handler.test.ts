import { getEventListeners } from 'node:events';
import { absolutePath, describeCall, type Question } from '@caliban/gate';
import { expect, test } from 'vitest';
import { PlainAskHandler } from '../../src/plain/plain-ask-handler.ts';
import { madeConsole } from './made-console.ts';

const QUESTION: Question = {
  call: describeCall({
    tool: 'Bash',
    input: { command: 'git push' },
    surroundings: { workspace: absolutePath('/w') },
  }),
  verdict: { action: 'ask', because: { kind: 'no-rule' } },
};

const NUMBER = 'number (1 to 4): ';
const NO_PREVIEW = async () => null;

test.each([
  ['1', { kind: 'once', action: 'allow', by: 'operator' }],
  ['3', { kind: 'once', action: 'deny', by: 'operator' }],
  ['o', { kind: 'once', action: 'allow', by: 'operator' }],
  ['R', { kind: 'once', action: 'deny', by: 'operator' }],
])('%s answers %j', async (line, answer) => {
  const { console } = madeConsole([[NUMBER, `${line}\n`]]);
  expect(await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal)).toEqual(answer);
  console.close();
});

test('2 asks for the rule, the narrowest first, and for its scope', async () => {
  const { console, printed } = madeConsole([
    [NUMBER, '2\n'],
    ['): ', '1\n'],
    ['): ', '1\n'],
    ['): ', 'mine\n'],
  ]);
  const answer = await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal);
  expect(answer).toMatchObject({ kind: 'always', scope: 'session', rule: { action: 'allow', comment: 'mine' } });
  expect(printed()).toContain('  1 Bash:git push (');
  console.close();
});

test('n asks for what the model is to read as well', async () => {
  const { console } = madeConsole([
    [NUMBER, 'n\n'],
    ['): ', '1\n'],
    ['): ', '2\n'],
    ['): ', '\n'],
    ['): ', 'open a pull request\n'],
  ]);
  const answer = await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal);
  expect(answer).toMatchObject({ kind: 'always', scope: 'local', rule: { reason: 'open a pull request' } });
  expect(answer).not.toHaveProperty('rule.comment');
  console.close();
});

test('what was typed before the question answers nothing', async () => {
  const { console, input } = madeConsole([
    ['No rule matches.\n', '1\n1'],
    [NUMBER, '\n'],
    [NUMBER, 'yes\n'],
    [NUMBER, '3\n'],
  ]);
  input.write('1\n');
  const answer = await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal);
  expect(answer).toEqual({ kind: 'once', action: 'deny', by: 'operator' });
  console.close();
});

test('an answered question leaves nothing behind that listens', async () => {
  const { console } = madeConsole([
    [NUMBER, 'n\n'],
    ['): ', '1\n'],
    ['): ', '2\n'],
    ['): ', 'mine\n'],
    ['): ', 'no\n'],
  ]);
  const { signal } = new AbortController();
  await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  console.close();
});

test('nobody there means no', async () => {
  const { console, input } = madeConsole([]);
  input.end();
  expect(await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal)).toEqual({
    kind: 'once',
    action: 'deny',
    by: 'operator',
  });
});

test('a withdrawn question does not swallow the next line', async () => {
  const { console } = madeConsole([[NUMBER, '']]);
  const withdrawn = new AbortController();
  const answer = new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, withdrawn.signal);
  withdrawn.abort(new Error('withdrawn'));
  await expect(answer).rejects.toThrow('withdrawn');
  console.close();
});
