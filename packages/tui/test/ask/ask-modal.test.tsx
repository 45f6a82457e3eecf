import type { SessionServices } from '@caliban/agent/session';
import { unifiedDiff } from '@caliban/agent/tools';
import {
  type Answer,
  DEFAULT_RULES,
  formatPattern,
  type Question,
  type Rule,
  RuntimeRuleStore,
  SharedPermissionMode,
} from '@caliban/gate';
import { cleanup } from 'ink-testing-library';
import { afterEach, describe, expect, test } from 'vitest';
import { AskModal } from '../../src/ask/ask-modal.tsx';
import {
  bash,
  call,
  DOWN,
  ENTER,
  ESCAPE,
  LEFT,
  onStage,
  PAGE_DOWN,
  PAGE_UP,
  partsWith,
  questionFor,
  RIGHT,
  rule,
  settled,
  UP,
} from '../fields/stage.tsx';

afterEach(cleanup);

const CTRL_T = '\u0014';
const SHORT_PART = '[x] part 1: git log';
const PASTED = (text: string) => `\u001b[200~${text}\u001b[201~`;

async function modal(
  question: Question,
  {
    parts = partsWith({}),
    columns = 100,
    rows = 30,
    armed = true,
  }: { parts?: SessionServices; columns?: number; rows?: number; armed?: boolean } = {},
) {
  const answers: Answer[] = [];
  const toasts: string[] = [];
  const open = { question, answer: (answer: Answer) => void answers.push(answer) };
  const toast = (text: string) => void toasts.push(text);
  const stage = await onStage(<AskModal open={open} parts={parts} columns={columns} rows={rows} toast={toast} />);
  if (armed) await stage.pass(300);
  return { ...stage, answers, toasts };
}

function said(answers: readonly Answer[]): string {
  return answers
    .map((answer) =>
      answer.kind === 'once'
        ? `${answer.action} once`
        : `${answer.rule.action} ${[answer, ...(answer.also ?? [])].map(({ rule: { pattern } }) => formatPattern(pattern)).join(' + ')} ${answer.scope}`,
    )
    .join(' + ');
}

describe('answers', () => {
  test.each([
    ['o', 'allow once'],
    ['O', 'allow once'],
    ['r', 'deny once'],
    [ESCAPE, 'deny once'],
    [ENTER, ''],
    [`${DOWN}${ENTER}`, 'allow once'],
    [`${DOWN}${DOWN}${DOWN}${ENTER}`, 'deny once'],
    [`${UP}${UP}${UP}${ENTER}`, 'deny once'],
    [`${DOWN}${UP}${UP}${UP}${ENTER}`, 'deny once'],
    ['1', 'allow once'],
    ['3', 'deny once'],
    ['6', ''],
    ['0', ''],
    // The field has not been on the screen yet.
    ['m\r', ''],
    ['x', ''],
    ['\u000f', ''],
    ['\u001bo', ''],
    [PASTED('o'), ''],
    [PASTED('y\r'), ''],
    [PASTED('o\r\no'), ''],
    ['on', 'allow once'],
    ['ro', 'deny once'],
    // Keys of one chunk: the rule has not been on the screen yet.
    ['y\r', ''],
    ['n\r', ''],
    [`${DOWN}${DOWN}${ENTER}${ENTER}`, ''],
    ['4\r', ''],
  ])('%j → %s', async (keys, expected) => {
    const { type, answers } = await modal(questionFor(bash('git push')));
    await type(keys);
    expect(said(answers)).toBe(expected);
  });

  test.each([
    [['y', ENTER], 'allow Bash:git push origin local'],
    [['n', ENTER], 'deny Bash:git push origin local'],
    [['y', UP, ENTER], 'allow Bash:git push * local'],
    [['y', UP, DOWN, ENTER], 'allow Bash:git push origin local'],
    [['y', '\t', RIGHT, ENTER], 'allow Bash:git push origin project'],
    [['y', '\t', LEFT, ENTER], 'allow Bash:git push origin session'],
    [['y', '\t', RIGHT, RIGHT, ENTER], 'allow Bash:git push origin user'],
    [['y', '*', ENTER], 'allow Bash:git push origin* local'],
    [['y', '!', ENTER], ''],
    [['y', '\u0015', 'Bash:', ENTER], ''],
    [['y', '\u0015', PASTED('Bash:git\n*'), ENTER], 'allow Bash:git * local'],
    [['y', PASTED('\r'), ENTER], ''],
    [['y', ESCAPE], ''],
    [['y', ESCAPE, ESCAPE], 'deny once'],
    [['y', ESCAPE, 'o'], 'allow once'],
    [['n', ESCAPE, 'y', ENTER], 'allow Bash:git push origin local'],
    [['y', 'e', 's', ENTER], ''],
  ])('one after the other %j → %s', async (keys, expected) => {
    const { type, answers } = await modal(questionFor(bash('git push origin')));
    for (const key of keys) await type(key);
    expect(said(answers)).toBe(expected);
  });

  test.each<[readonly string[], string]>([
    [['m', 'use a branch', ENTER], 'the operator rejected this Bash call and says: use a branch'],
    [['4', 'no', ESCAPE, 'm', 'use make', ENTER], 'the operator rejected this Bash call and says: use make'],
    [['m', PASTED('a\nb'), ENTER], 'the operator rejected this Bash call and says: a b'],
    [['m', 'o', ENTER], 'the operator rejected this Bash call and says: o'],
    [['m', ' ', ENTER], ''],
  ])('reject with a message: %j → %s', async (keys, message) => {
    const { type, answers, frame } = await modal(questionFor(bash('git push')));
    for (const key of keys.slice(0, -1)) await type(key);
    expect(frame()).toContain('Enter rejects and sends it');
    await type(ENTER);
    const said = message === '' ? {} : { message };
    expect(answers).toEqual([{ kind: 'once', action: 'deny', by: 'operator', ...said }]);
  });

  test.each<[string, Question, string, string]>([
    ['an ordinary call', questionFor(bash('make')), 'allow once', '❯ 1  o  allow once'],
    ['a dangerous one', questionFor(bash('rm -rf x')), 'deny once', '❯ 3  r  reject once'],
  ])('Enter alone, once no one has typed for a second: %s', async (_, asked, expected, selected) => {
    const { type, answers, frame, pass } = await modal(asked);
    expect(frame()).not.toContain('❯');
    await type(ENTER);
    await pass(999);
    expect(frame()).not.toContain('❯');
    await type('x');
    await pass(999);
    await type(ENTER);
    expect(answers).toEqual([]);
    await pass(1000);
    expect(frame()).toContain(selected);
    await type(ENTER);
    expect(said(answers)).toBe(expected);
  });

  test.each<[string, Question, 'default' | 'auto', boolean]>([
    ['a file of the workspace', questionFor(call('Write', { path: 'a.md', content: '' })), 'default', true],
    ['in another mode', questionFor(call('Write', { path: 'a.md', content: '' })), 'auto', false],
    ['a file elsewhere', questionFor(call('Write', { path: '/etc/a', content: '' })), 'default', false],
    ['one that runs later', questionFor(call('Write', { path: '.envrc', content: '' })), 'default', false],
    ['a command', questionFor(bash('touch a')), 'default', false],
  ])('accepting edits is offered for what it covers: %s', async (_, asked, mode, isOffered) => {
    const parts = partsWith({ mode: new SharedPermissionMode({ mode, latched: false }) });
    const { type, answers, frame } = await modal(asked, { parts });
    expect(frame().includes('accept edits in this session')).toBe(isOffered);
    await type('a');
    expect([said(answers), parts.mode.current]).toEqual(isOffered ? ['allow once', 'acceptEdits'] : ['', mode]);
  });

  test.each<[string, readonly string[], unknown]>([
    ['no test unless one is wanted', ['y'], undefined],
    ['the call', ['y', CTRL_T], { tool: 'Bash', input: { command: 'git push' } }],
    ['switched off again', ['y', CTRL_T, CTRL_T], undefined],
    ['none for a rule of the session', ['y', CTRL_T, '\t', LEFT], undefined],
  ])('a test beside the rule: %s', async (_, keys, testOf) => {
    const { type, answers } = await modal(questionFor(bash('git push')));
    for (const key of [...keys, ENTER]) await type(key);
    const [answer] = answers as [Extract<Answer, { kind: 'always' }>];
    expect(answer.testOf).toEqual(testOf);
  });

  test('comment and reason travel with the rule, and its source is the scope', async () => {
    const { type, answers } = await modal(questionFor(bash('git push')));
    for (const key of ['n', '\t', RIGHT, '\t', 'mine', '\t', 'use a branch', ENTER]) await type(key);
    const [answer] = answers as [Extract<Answer, { kind: 'always' }>];
    const { comment, reason, source, action } = answer.rule;
    expect({ comment, reason, source, action, by: answer.by, scope: answer.scope }).toEqual({
      comment: 'mine',
      reason: 'use a branch',
      source: { layer: 'project' },
      action: 'deny',
      by: 'operator',
      scope: 'project',
    });
  });
});

describe('arming', () => {
  test.each(['y\r', 'o', 'r', ESCAPE, ENTER, `${DOWN}${ENTER}`, PASTED('y\r')])(
    '%j in a fresh modal does nothing and is not kept',
    async (keys) => {
      const { type, pass, answers, frame } = await modal(questionFor(bash('git push')), { armed: false });
      expect(frame()).toContain('keys work in a moment');
      await type(keys);
      await pass(299);
      await type(keys);
      await pass(300);
      expect(answers).toEqual([]);
      expect(frame()).toContain('Allow Bash?');
      expect(frame()).toContain('Esc rejects once');
      await type('o');
      expect(said(answers)).toBe('allow once');
    },
  );

  test('it starts again for the next question', async () => {
    const answers: Answer[] = [];
    const opened = (command: string) => ({
      question: questionFor(bash(command)),
      answer: (answer: Answer) => void answers.push(answer),
    });
    const parts = partsWith({});
    const element = (open: ReturnType<typeof opened>) => (
      <AskModal open={open} parts={parts} columns={80} rows={24} toast={() => {}} />
    );
    let show: (open: ReturnType<typeof opened>) => void = () => {};
    const { useState } = await import('react');
    function Two() {
      const [open, setOpen] = useState(() => opened('first'));
      show = setOpen;
      return element(open);
    }
    const stage = await onStage(<Two />);
    await stage.pass(300);
    await stage.type(`${DOWN}`);
    show(opened('second'));
    await settled();
    expect(stage.frame()).toContain('second');
    expect(stage.frame()).not.toContain('❯');
    await stage.type('o');
    expect(answers).toEqual([]);
    await stage.pass(300);
    await stage.type('o');
    expect(said(answers)).toBe('allow once');
  });
});

describe('what is shown', () => {
  test('the rule that asked, its comment, layer, file and line', async () => {
    const asking = rule('project ask Bash:git push*', { comment: 'look twice' });
    const { frame } = await modal(questionFor(bash('git push'), [asking]));
    expect(frame()).toContain('Asked by rule `Bash:git push*` (project, project.toml:3)');
    expect(frame()).toContain('Comment: look twice');
  });

  test('the part that asked is named and marked', async () => {
    const rules = [rule('user allow Bash:git *'), ...DEFAULT_RULES];
    const parts = partsWith({ runtime: new RuntimeRuleStore(rules) });
    const { frame } = await modal(questionFor(bash('git status &&\nrm -rf x &&\ngit log'), rules), { parts });
    expect(frame()).toContain('Part 2 of 3 asks: `rm -rf x`');
    expect(frame()).toContain('▶ rm -rf x');
    expect(frame()).toContain('┃ git status');
  });

  test.each<[string, readonly string[], { columns: number; rows: number }]>([
    ['git log; rm -rf x', ['2 of 2 parts ask: `git log`, `rm -rf x`'], { columns: 80, rows: 23 }],
    ['make a; true; make b', ['2 of 3 parts ask: `make a`, `make b`'], { columns: 80, rows: 23 }],
    // The line as a whole, which nobody can vouch for, asks too; it is none of its parts.
    ['make a\u0007; make b', ['2 of 2 parts ask: `make a\\u{7}`, `make b`'], { columns: 80, rows: 23 }],
    ['make a\u0007; true', ['Part 1 of 2 asks: `make a\\u{7}`'], { columns: 80, rows: 23 }],
    [
      `git log${'\n'.repeat(36)}rm -rf x`,
      ['▶ git log', '⋮ 35 empty lines', '▶ rm -rf x', '2 of 2 parts ask: `git log`, `rm -rf x`'],
      { columns: 80, rows: 23 },
    ],
    ['make a\n\nmake b', ['▶ make a', '│ ┃', '▶ make b'], { columns: 80, rows: 23 }],
    ['make a\n   \n \nmake b', ['▶ make a', '⋮ 2 empty lines', '▶ make b'], { columns: 80, rows: 23 }],
    // A long one leaves room for the others.
    [`echo ${'x'.repeat(500)}; rm -rf x`, ['2 of 2 parts ask: `echo', 'xxx…`, `rm -rf x`'], { columns: 80, rows: 23 }],
    [`echo ${'x'.repeat(500)}; rm -rf x`, ['2 of 2 parts ask: `echo', 'xxx…`, `rm -rf x`'], { columns: 60, rows: 11 }],
  ])('every part that asks is named, and empty lines hide none: %j', async (command, shown, size) => {
    const { frame } = await modal(questionFor(bash(command)), size);
    const text = frame().replaceAll(/ +$/gm, '');
    for (const each of shown) expect(text).toContain(each);
  });

  test('a sub-agent is named', async () => {
    const { frame } = await modal(questionFor(call('Bash', { command: 'ls' }, 'explore\u001b[2J')));
    expect(frame()).toContain('sub-agent explore\\e[2J');
  });

  test('the classifier has its say', async () => {
    const over = questionFor(bash('make'));
    const opinion = { verdict: 'soft_deny', source: 'Model', reason: 'touches the net' } as const;
    const { frame } = await modal({
      ...over,
      verdict: { action: 'ask', because: { kind: 'classifier', opinion, over: over.verdict } },
    });
    expect(frame()).toContain('the classifier says soft_deny (Model): touches the net');
    expect(frame()).toContain('Asked by rule `Bash` (built-in)');
  });

  test('our own files: no "always allow", not even by its key', async () => {
    const over = questionFor(call('Write', { path: '.caliban/permissions.toml', content: 'x' }));
    const file = '/work/space/.caliban/permissions.toml';
    const { frame, type, answers } = await modal({
      ...over,
      verdict: { action: 'ask', because: { kind: 'own-file', file, over: over.verdict } },
    });
    expect(frame()).toContain("It writes caliban's own `.caliban/permissions.toml`");
    expect(frame()).not.toContain('always allow…');
    await type('y');
    expect(frame()).toContain('Allow Write?');
    await type('n');
    await type(ENTER);
    expect(said(answers)).toBe('deny Write:.caliban/permissions.toml local');
  });

  test('an opaque line says why and offers only once', async () => {
    const { frame, type, answers } = await modal(questionFor(bash('echo "unclosed')));
    expect(frame()).toContain('cannot be vouched for');
    expect(frame()).not.toContain('always');
    await type('y');
    await type('n');
    await type(ENTER);
    expect(answers).toEqual([]);
  });

  test('an edit is a diff, and `d` shows the input', async () => {
    const parts = partsWith({ edits: async () => '--- a\n+++ b\n@@ -1 +1 @@\n-old\u001b[31m\n+new' });
    const { frame, type } = await modal(
      questionFor(call('Edit', { path: 'a.ts', old_string: 'old', new_string: 'new' })),
      { parts },
    );
    expect(frame()).toContain('┃ 1 -old\\e[31m');
    expect(frame()).toContain('┃ 1 +new');
    expect(frame()).toContain('a.ts  +1 −1');
    await type('d');
    expect(frame()).toContain('old_string: old');
  });

  test.each([
    [80, 23, 'only the first 2000 of 20001 lines of the diff; d shows the input'],
    [40, 11, 'only the first 2000 of 20001 lines of\nthe diff; d shows the input'],
    [40, 8, 'only the first 2000 of 20001 lines of'],
  ])('at %d×%d a diff that is cut says so from its first row on', async (columns, rows, note) => {
    const content = 'x\n'.repeat(20_000);
    const parts = partsWith({ edits: async () => unifiedDiff('', content) });
    const asked = questionFor(call('Write', { path: 'a', content }));
    const { frame, type } = await modal(asked, { parts, columns, rows });
    expect(frame()).toContain(note);
    expect(frame()).toMatch(/rows 1–\d+ of 200[0-3], \d+ more below/);
    expect(frame().split('\n').length).toBeLessThanOrEqual(rows);
    await type('d');
    expect(frame()).not.toContain('only the first');
    await type('\u001b[F');
    expect(frame()).toMatch(/of 20002/);
  });

  test('a preview that fails leaves the input', async () => {
    const parts = partsWith({ edits: () => Promise.reject(new Error('gone')) });
    const { frame } = await modal(questionFor(call('Edit', { path: 'a.ts', old_string: 'old', new_string: 'new' })), {
      parts,
    });
    expect(frame()).toContain('new_string: new');
  });

  test('a long call is scrolled', async () => {
    const command = Array.from({ length: 200 }, (_, index) => `echo line-${index}`).join('\n');
    const { frame, type } = await modal(questionFor(bash(command)), { rows: 24 });
    expect(frame()).toContain('line-0');
    expect(frame()).toMatch(/more below/);
    await type(PAGE_DOWN);
    expect(frame()).not.toContain('line-0\n');
    await type('\u001b[F');
    expect(frame()).toContain('line-199');
    await type(PAGE_UP);
    await type('\u001b[H');
    expect(frame()).toContain('line-0');
    expect(frame().split('\n').length).toBeLessThanOrEqual(24);
  });

  test.each([
    ['\u001b[2J\u001b]0;title\u0007', '\\e[2J\\e]0;title\\u{7}'],
    ['\u202egnp.exe', '\\u{202e}gnp.exe'],
    ['a\u200bb', 'a\\u{200b}b'],
    ['a\tb', 'a\\tb'],
    ['a\rb', 'a\\rb'],
    ['a\u00a0b', 'a\\u{a0}b'],
    [`e${'\u0301'.repeat(6)}`, '\\u{301}\\u{301}\\u{301}'],
  ])('%j is shown, not obeyed', async (hostile, shown) => {
    const hostileRule = rule('project ask Tool', { comment: hostile });
    const { frames, frame } = await modal(questionFor(call('Tool', { field: hostile }), [hostileRule]));
    expect(frame()).toContain(`Comment: ${hostile[0] === 'e' ? '' : shown}`.trimEnd());
    expect(frame()).toContain(shown);
    for (const each of frames) expect(each).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
  });

  test.each([
    ['a long name', 'T'.repeat(200_000), 'x'],
    ['wide letters without an end', 'Tool', '日本'.repeat(100_000)],
    ['marks without an end', 'Tool\u0301'.repeat(20_000), `e${'\u0301'.repeat(50_000)}`],
  ])('%s does not stall the screen', async (_, tool, text) => {
    const { frame } = await modal(questionFor(call(tool, { text }), [rule('project ask *', { comment: text })]));
    expect(frame()).toContain('allow once');
  });

  test.each([
    [80, 24],
    [60, 16],
    [40, 12],
    [30, 8],
    [20, 6],
    [10, 4],
    [1, 1],
  ])('fits %d×%d, modal and sub-prompt', async (columns, rows) => {
    const asked = questionFor(
      bash('git status && rm -rf /very/long/path/that/goes/on && curl https://example.com/日本語'),
    );
    const { frame, type } = await modal(asked, { columns, rows });
    const fits = () => {
      expect(frame().split('\n').length).toBeLessThanOrEqual(rows);
    };
    fits();
    await type('y');
    fits();
    await type(ESCAPE);
    fits();
  });
});

describe('the sub-prompt', () => {
  test.each([
    ['npm run build', ['Bash:npm run *', 'Bash:npm run build']],
    ['sudo rm x', ['Bash:sudo rm x']],
  ])('suggestions for %s, the narrowest chosen', async (command, patterns) => {
    const { frame, type } = await modal(questionFor(bash(command)));
    await type('y');
    for (const pattern of patterns) expect(frame()).toContain(pattern);
    expect(frame()).toContain(`● ${patterns.at(-1)}`);
  });

  test('a rule that leaves a field open is not preselected', async () => {
    const input = { sql: `SELECT ${'x'.repeat(60)}`, db: 'prod' };
    const { frame, type, answers } = await modal(questionFor(call('mcp__db__query', input)), { columns: 140 });
    await type('y');
    expect(frame()).not.toContain('●');
    expect(frame()).toContain('whatever `sql` and further fields hold');
    await type(ENTER);
    expect(said(answers)).toBe('');
    await type(UP);
    await type(ENTER);
    expect(said(answers)).toBe('allow mcp__db__query:db=prod local');
  });

  const NONE_TICKED = 'Nothing is saved: tick a rule that matches.';

  test.each<[string, readonly string[], string, string]>([
    ['all of them', [], '2 rules are saved. This call runs now.', 'allow Bash:make a + Bash:make b local'],
    ['the second alone', [' '], '1 other part will be asked about again', 'allow Bash:make b local'],
    ['the first alone', [DOWN, ' '], '1 other part will be asked about again', 'allow Bash:make a local'],
    ['none', [' ', DOWN, ' '], NONE_TICKED, ''],
    ['ticked again', [' ', ' '], '2 rules are saved', 'allow Bash:make a + Bash:make b local'],
    ['exactly this line', [UP, DOWN, DOWN, ' '], 'This call runs now.', 'allow Bash:make a && make b local'],
    ['a part after all', [DOWN, DOWN, ' ', UP, ' '], '1 other part will', 'allow Bash:make b local'],
    ['a wider one', ['\t', UP], '2 rules are saved', 'allow Bash:make * + Bash:make b local'],
    ['a wider one for both', ['\t', UP, PAGE_DOWN, UP], '2 rules', 'allow Bash:make * + Bash:make * local'],
    ['one that is typed', ['*'], '2 rules are saved', 'allow Bash:make a* + Bash:make b local'],
    ['one that does not match', ['x'], NONE_TICKED, ''],
    ['another scope', ['\t', '\t', RIGHT], '.caliban/permissions.toml', 'allow Bash:make a + Bash:make b project'],
  ])('rules for the parts of a line: %s', async (_, keys, effect, expected) => {
    const { frame, type, answers } = await modal(questionFor(bash('make a && make b')));
    for (const key of ['y', ...keys]) await type(key);
    expect(frame()).toContain(effect);
    await type(ENTER);
    expect(said(answers)).toBe(expected);
  });

  test('of a rejection one part is enough', async () => {
    const { frame, type, answers } = await modal(questionFor(bash('make a && make b')));
    await type('n');
    expect(frame()).toContain('This call is rejected now.');
    await type(ENTER);
    expect(said(answers)).toBe('deny Bash:make a local');
  });

  test('a part that a rule for another covers is not asked about again', async () => {
    const { frame, type } = await modal(questionFor(bash('make a && make b')));
    for (const key of ['y', DOWN, ' ', '\t', '\t', '\t', '\t', UP, ' ', '\t', UP]) await type(key);
    expect(frame()).toContain('This call runs now.');
  });

  test('many parts are shown a few at a time', async () => {
    const command = Array.from({ length: 40 }, (_, number) => `make ${number}`).join('\n');
    const { frame, type } = await modal(questionFor(bash(command)), { columns: 100 });
    await type('y');
    expect(frame()).toContain(
      '32 rules are saved. The whole call runs now; 8 other parts will be asked about again next time.',
    );
    expect(frame()).toContain('27 more (PgUp/PgDn)');
    for (let row = 0; row < 10; row += 1) await type(DOWN);
    expect(frame()).toContain('❯[x] part 11: make 10');
  });

  test.each<[number, number, readonly string[]]>([
    [
      60,
      12,
      [SHORT_PART, ' ● ', ' Pattern', ' Scope', ' Comment', '2 rules are saved. This call runs now.', 'Enter saves'],
    ],
    [
      44,
      12,
      [SHORT_PART, ' ● ', ' Pattern', ' Scope', ' Comment', '2 rules are saved. This call runs now.', 'Enter saves'],
    ],
    [40, 14, [SHORT_PART, ' ● ', ' Pattern', ' Scope', 'Enter saves']],
    [
      40,
      13,
      [SHORT_PART, ' ● ', ' Pattern', ' Scope', ' Comment', '2 rules are saved. This call runs now.', 'Enter saves'],
    ],
    [
      40,
      12,
      [SHORT_PART, ' ● ', ' Pattern', ' Scope', ' Comment', '2 rules are saved. This call runs now.', 'Enter saves'],
    ],
    [
      40,
      8,
      [SHORT_PART, ' Pattern', 'matches this call: yes', '2 rules are saved. This call runs now.', 'Enter saves'],
    ],
    [40, 5, [SHORT_PART, ' Pattern', 'matches this call: yes']],
    [40, 3, ['Pattern  Bash:git log']],
  ])('a screen of %d×%d shows everything about what is saved', async (columns, rows, told) => {
    // The status line has the last row.
    const size = { columns, rows: rows - 1 };
    const allow = await modal(questionFor(bash('git log && rm -rf x')), size);
    await allow.type('y');
    for (const text of ['Always allow', ...told]) expect(allow.frame()).toContain(text);
    const reject = await modal(questionFor(bash('git log && rm -rf x')), size);
    await reject.type('n');
    expect(reject.frame()).toContain('Always reject');
    if (rows > 5) expect(reject.frame()).toContain('This call is rejected now.');
  });

  test('an allow for another part is not a match, a deny of any part is one', async () => {
    const asked = questionFor(bash('make a && make b'));
    const one = await modal(asked);
    for (const key of ['y', '\u0015', 'Bash:make b']) await one.type(key);
    expect(one.frame()).toContain('matches this call: no');
    const other = await modal(asked);
    for (const key of ['n', '\u0015', 'Bash:make b']) await other.type(key);
    expect(other.frame()).toContain('matches this call: yes');
  });

  test.each([
    ['the pattern does not match', 'x', 'matches this call: no, so not saved · '],
    ['it is no pattern', '\u0015', 'column 1: '],
  ])('if %s, it says why Enter saves nothing', async (_, keys, why) => {
    const { frame, type, answers } = await modal(questionFor(bash('make')));
    await type('y');
    expect(frame()).toContain('Enter saves · ');
    await type(keys);
    expect(frame()).toContain(why);
    expect(frame()).toContain('Enter saves what matches · ');
    await type(ENTER);
    expect(answers).toEqual([]);
  });

  test('a pattern problem is shown with its column', async () => {
    const { frame, type } = await modal(questionFor(bash('make')));
    for (const key of ['y', '\u0015', 'Bash(ma']) await type(key);
    expect(frame()).toContain('column 5: `(` is never closed');
  });

  test('how many of the last calls it would have matched', async () => {
    let read = 0;
    const parts = partsWith({
      log: {
        recentCalls: async () => {
          read += 1;
          return Array.from({ length: 120 }, (_, index) => bash(index % 3 === 0 ? 'make && ls' : 'cat x'));
        },
      },
    });
    const { frame, type, pass } = await modal(questionFor(bash('make')), { parts });
    await type('y');
    expect(frame()).toContain('counting');
    for (let round = 0; round < 5; round += 1) await pass(200);
    expect(frame()).toContain('would also have matched 40 of your last 120 calls');
    await type('x');
    expect(frame()).toContain('counting');
    for (let round = 0; round < 5; round += 1) await pass(200);
    expect(frame()).toContain('would also have matched 0 of your last 120 calls');
    expect(read).toBe(1);
  });

  test.each<[Rule, string, boolean, string]>([
    [rule('project ask Bash:make*'), LEFT, false, 'In effect until this session ends: allow Bash:make'],
    [
      rule('project ask Bash:make*'),
      '',
      false,
      'Saved to .caliban/permissions.local.toml, in effect now: allow Bash:make',
    ],
    [
      rule('project ask Bash:make*'),
      `${RIGHT}${RIGHT}`,
      true,
      'Saved to /home/me/.config/caliban/permissions.toml, in effect in this session only: allow Bash:make',
    ],
    [rule('managed ask Bash:make*'), LEFT, true, 'Kept, but not in effect: allow Bash:make'],
    [
      rule('cli ask Bash:make*'),
      '',
      true,
      'Saved to .caliban/permissions.local.toml, in effect in this session, later only without the flag: allow Bash:make',
    ],
    [
      rule('builtin ask Bash'),
      `${RIGHT}${RIGHT}`,
      false,
      'Saved to /home/me/.config/caliban/permissions.toml, in effect now: allow Bash:make',
    ],
  ])('%# warns if the rule would have no effect, and not again afterwards', async (asking, keys, warns, toast) => {
    const parts = partsWith({ runtime: new RuntimeRuleStore([asking]) });
    const { frame, type, toasts } = await modal(questionFor(bash('make'), [asking]), { parts });
    for (const key of ['y', '\t', keys]) await type(key);
    expect(frame().includes('⚠')).toBe(warns);
    await type(ENTER);
    expect(toasts).toEqual([toast]);
  });
});
