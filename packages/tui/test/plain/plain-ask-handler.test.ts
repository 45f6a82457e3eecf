import { getEventListeners } from 'node:events';
import { absolutePath, createRuleBook, describeCall, type Question, type Rule } from '@caliban/gate';
import { expect, test } from 'vitest';
import { PlainAskHandler } from '../../src/plain/plain-ask-handler.ts';
import type { PlainConsole } from '../../src/plain/plain-console.ts';
import { bash, questionFor, rule } from '../fields/stage.tsx';
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

function handler(console: PlainConsole, rules: readonly Rule[] = []): PlainAskHandler {
  return new PlainAskHandler(
    console,
    async () => null,
    () => createRuleBook(rules),
  );
}

test.each([
  ['1', { kind: 'once', action: 'allow', by: 'operator' }],
  ['3', { kind: 'once', action: 'deny', by: 'operator' }],
  ['o', { kind: 'once', action: 'allow', by: 'operator' }],
  ['R', { kind: 'once', action: 'deny', by: 'operator' }],
])('%s answers %j', async (line, answer) => {
  const { console } = madeConsole([[NUMBER, `${line}\n`]]);
  expect(await handler(console).ask(QUESTION, new AbortController().signal)).toEqual(answer);
  console.close();
});

test('2 asks for the rule, the narrowest first, and for its scope', async () => {
  const { console, printed } = madeConsole([
    [NUMBER, '2\n'],
    ['): ', '1\n'],
    ['): ', '1\n'],
    ['): ', 'mine\n'],
  ]);
  const answer = await handler(console).ask(QUESTION, new AbortController().signal);
  expect(answer).toMatchObject({ kind: 'always', scope: 'session', rule: { action: 'allow', comment: 'mine' } });
  expect(printed()).toContain('  1 Bash:git push (');
  expect(printed().endsWith('allow from now on: Bash:git push (session)\n')).toBe(true);
  console.close();
});

test('of a line of several commands, those that lack a rule are offered, each with its part', async () => {
  const rules = [rule('project allow Bash:git *'), rule('builtin ask Bash')];
  const question = questionFor(bash('git status && make all && touch x'), rules);
  const { console, printed } = madeConsole([
    [NUMBER, 'y\n'],
    ['): ', '2\n'],
    ['): ', '1\n'],
    ['): ', '\n'],
  ]);
  await handler(console, rules).ask(question, new AbortController().signal);
  const offered = printed()
    .split('\n')
    .filter((line) => /^ {2}\d Bash:/.test(line));
  expect(offered.map((line) => /^ {2}\d (Bash:.*?) \((part .*?): /.exec(line)?.slice(1))).toEqual([
    ['Bash:make all', 'part 2 of 3, `make all`'],
    ['Bash:make *', 'part 2 of 3, `make all`'],
    ['Bash:touch x', 'part 3 of 3, `touch x`'],
    ['Bash:touch *', 'part 3 of 3, `touch x`'],
  ]);
  console.close();
});

test.each<[string, Rule, string, string]>([
  ['4', rule('project ask Bash:git *'), 'user', 'allow in this session: Bash:git push (user)'],
  ['2', rule('project ask Bash:git *'), 'local', 'allow from now on: Bash:git push (local)'],
  ['1', rule('managed ask Bash:git *'), 'session', 'allow saved but not heard: Bash:git push (session)'],
])('a scope in which the rule would not be heard says so: %s', async (number, asking, scope, saved) => {
  const { console, printed } = madeConsole([
    [NUMBER, 'y\n'],
    ['): ', '1\n'],
    ['): ', `${number}\n`],
    ['): ', '\n'],
  ]);
  const answer = await handler(console, [asking]).ask(
    questionFor(bash('git push'), [asking]),
    new AbortController().signal,
  );
  expect(answer).toMatchObject({ kind: 'always', scope });
  const scopes = printed().split('where does it hold?\n')[1]?.split('\n').slice(0, 4) ?? [];
  const isUnheard = saved.includes('in this session') || saved.includes('not heard');
  expect(scopes[Number(number) - 1]?.includes('asks first')).toBe(isUnheard);
  expect(printed().endsWith(`: ${saved}\n`)).toBe(true);
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
  const answer = await handler(console).ask(QUESTION, new AbortController().signal);
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
  const answer = await handler(console).ask(QUESTION, new AbortController().signal);
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
  await handler(console).ask(QUESTION, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  console.close();
});

test('nobody there means no', async () => {
  const { console, input } = madeConsole([]);
  input.end();
  expect(await handler(console).ask(QUESTION, new AbortController().signal)).toEqual({
    kind: 'once',
    action: 'deny',
    by: 'operator',
  });
});

test('a withdrawn question does not swallow the next line', async () => {
  const { console } = madeConsole([[NUMBER, '']]);
  const withdrawn = new AbortController();
  const answer = handler(console).ask(QUESTION, withdrawn.signal);
  withdrawn.abort(new Error('withdrawn'));
  await expect(answer).rejects.toThrow('withdrawn');
  console.close();
});
