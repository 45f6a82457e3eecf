import { getEventListeners } from 'node:events';
import { absolutePath, describeCall } from '@caliban/calls';
import { formatPattern, type Question, type Rule, RuntimeRuleStore } from '@caliban/gate';
import { expect, test } from 'vitest';
import { PlainAskHandler } from '../../src/plain/plain-ask-handler.ts';
import type { PlainConsole } from '../../src/plain/plain-console.ts';
import { bash, call, partsWith, questionFor, rule } from '../fields/stage.tsx';
import { madeConsole } from './made-console.ts';

const QUESTION: Question = {
  call: describeCall({
    tool: 'Bash',
    input: { command: 'git push' },
    context: { workspace: absolutePath('/w') },
  }),
  verdict: { action: 'ask', because: { kind: 'no-rule' } },
};

const RULES = [rule('project allow Bash:git status'), rule('builtin ask Bash')];
const TWO_PARTS = questionFor(bash('git status && make'), RULES);
const THREE_PARTS = questionFor(bash('git status && make && touch x'), RULES);
const OPAQUE = questionFor(bash('echo "unclosed'), RULES);

const NUMBER = 'number (1 to 5): ';

function handler(console: PlainConsole, rules: readonly Rule[] = []): PlainAskHandler {
  return new PlainAskHandler(
    console,
    async () => null,
    () => partsWith({ runtime: new RuntimeRuleStore(rules) }),
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
  expect(printed().endsWith('In effect until this session ends: allow Bash:git push\n')).toBe(true);
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
  expect(offered[0]).toBe('  1 Bash:make all, Bash:touch x (a rule for each of the 2 parts that ask) (a)');
  expect(offered.at(-1)).toMatch(/^ {2}6 Bash:git status && make all && touch x \(exactly this line/);
  expect(offered.slice(1, -1).map((line) => /^ {2}\d (Bash:.*?) \((part .*?): /.exec(line)?.slice(1))).toEqual([
    ['Bash:make all', 'part 2 of 3, `make all`'],
    ['Bash:make *', 'part 2 of 3, `make all`'],
    ['Bash:touch x', 'part 3 of 3, `touch x`'],
    ['Bash:touch *', 'part 3 of 3, `touch x`'],
  ]);
  console.close();
});

test.each<[string, Rule, string, string]>([
  [
    '4',
    rule('project ask Bash:git *'),
    'user',
    'Saved to /home/me/.config/caliban/permissions.toml, in effect in this session only: allow Bash:git push',
  ],
  [
    '2',
    rule('project ask Bash:git *'),
    'local',
    'Saved to .caliban/permissions.local.toml, in effect now: allow Bash:git push',
  ],
  ['1', rule('managed ask Bash:git *'), 'session', 'Kept, but not in effect: allow Bash:git push'],
])('a scope in which the rule would have no effect says so: %s', async (number, asking, scope, saved) => {
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
  const scopes = printed().split('where is it kept?\n')[1]?.split('\n').slice(0, 4) ?? [];
  const isUnheard = saved.includes('session only') || saved.includes('not in effect');
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

test.each<[string, Question, readonly string[], string]>([
  ['back by its letter', QUESTION, ['y', 'b', 'o'], 'allow once'],
  ['back by return', QUESTION, ['y', '', 'r'], 'deny once'],
  ['back by its number', QUESTION, ['n', '4', 'o'], 'allow once'],
  ['back from the scope', QUESTION, ['y', '1', '', 'n', '1', 'b', 'o'], 'allow once'],
  ['another pattern', QUESTION, ['y', 'p', 'Bash:git p*', '1', ''], 'allow Bash:git p* session'],
  ['none after all', QUESTION, ['y', 'p', '', '1', '2', ''], 'allow Bash:git push local'],
  ['one that is no pattern', QUESTION, ['y', 'p', 'Bash:', 'b', 'o'], 'column 6: … allow once'],
  [
    'one that does not match',
    QUESTION,
    ['y', 'p', 'Bash:make', '', 'o'],
    'matches this call: no, so not saved … allow once',
  ],
  [
    'an allow for no part that asks',
    TWO_PARTS,
    ['y', 'p', 'Bash:git *', '', 'o'],
    'matches this call: no, so not saved … allow once',
  ],
  ['an allow for the part that asks', TWO_PARTS, ['y', 'p', 'Bash:mak*', '1', ''], 'allow Bash:mak* session'],
  ['exactly this line', TWO_PARTS, ['y', 'l', '1', ''], 'allow Bash:git status && make session'],
  ['all parts', THREE_PARTS, ['y', 'a', '1', ''], 'allow Bash:make + Bash:touch x session'],
  ['a deny for any part', TWO_PARTS, ['n', 'p', 'Bash:git *', '1', '', ''], 'deny Bash:git * session'],
  ['a line without suggestions', OPAQUE, ['n', 'p', 'Bash', '1', '', ''], 'no rule is offered … deny Bash session'],
  ['a line without suggestions, and back', OPAQUE, ['y', '', 'r'], 'no rule is offered … deny once'],
])('under "always", %s', async (_, question, typed, expected) => {
  const { console, printed } = madeConsole(typed.map((line) => ['): ', `${line}\n`] as const));
  const answer = await handler(console, RULES).ask(question, new AbortController().signal);
  const [told, said] = expected.includes(' … ') ? (expected.split(' … ') as [string, string]) : ['', expected];
  expect(printed()).toContain(told);
  expect(
    answer.kind === 'once'
      ? `${answer.action} once`
      : `${answer.rule.action} ${[answer, ...(answer.also ?? [])].map((kept) => formatPattern(kept.rule.pattern)).join(' + ')} ${answer.scope}`,
  ).toBe(said);
  console.close();
});

test('text typed before the question answers nothing', async () => {
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

test.each([
  ['use git revert', { message: 'the operator rejected this Bash call and says: use git revert' }],
  ['', {}],
])('m rejects with a message: %j', async (typed, more) => {
  const { console } = madeConsole([
    [NUMBER, 'm\n'],
    ['): ', `${typed}\n`],
  ]);
  const answer = await handler(console).ask(QUESTION, new AbortController().signal);
  expect(answer).toEqual({ kind: 'once', action: 'deny', by: 'operator', ...more });
  console.close();
});

test('a accepts edits from now on', async () => {
  const parts = partsWith({});
  const { console } = madeConsole([['number (1 to 6): ', 'a\n']]);
  const asked = questionFor(call('Write', { path: 'a.md', content: '' }));
  const answer = await new PlainAskHandler(
    console,
    async () => null,
    () => parts,
  ).ask(asked, new AbortController().signal);
  expect([answer, parts.mode.current]).toEqual([{ kind: 'once', action: 'allow', by: 'operator' }, 'acceptEdits']);
  console.close();
});

test('the end of input means no', async () => {
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
