import type { ListedRule, LoggedDecision, RuleEditor, SessionServices } from '@caliban/agent/session';
import { fail, ok } from '@caliban/calls/types';
import { DEFAULT_RULES, formatPattern, type Rule } from '@caliban/gate';
import { cleanup } from 'ink-testing-library';
import { afterEach, describe, expect, test } from 'vitest';
import { PermissionsOverlay, type PermissionsTab } from '../../src/permissions/permissions-overlay.tsx';
import { DOWN, ENTER, ESCAPE, onStage, PAGE_DOWN, partsWith, RIGHT, rule, settled, UP } from '../fields/stage.tsx';

afterEach(cleanup);

const CHANGEABLE = new Set(['runtime', 'local', 'project', 'user']);

function row(each: Rule, more: Partial<ListedRule> = {}): ListedRule {
  return {
    rule: each,
    number: 1,
    readOnly: !CHANGEABLE.has(each.source.layer),
    savedAs: null,
    hits: 0,
    counts: 'now',
    ...more,
  };
}

/** Those that nothing is said of are numbered through. */
function numbered(rows: readonly ListedRule[]): readonly ListedRule[] {
  let number = 0;
  return rows.map((each) => ({ ...each, number: each.counts === 'from-the-next-start' ? null : ++number }));
}

const ROWS = numbered([
  row(rule('managed deny Bash:~rm -rf*')),
  row(rule('runtime allow Bash:make *', { source: { layer: 'runtime' } }), { hits: 7 }),
  row(rule('project allow Bash:git *', { comment: 'git is fine' }), { hits: 12 }),
  row(rule('project deny Bash:git push*', { reason: 'use a branch' }), { counts: 'from-the-next-start' }),
  row(rule('user ask WebFetch')),
  ...DEFAULT_RULES.map((each) => row(each)),
]);

/** A rule editor that writes down what it was asked to do. */
function recordingEditor(rows: readonly ListedRule[] = ROWS, answer: 'done' | 'refused' = 'done') {
  const asked: string[] = [];
  const note = async (text: string) => {
    asked.push(text);
    return answer === 'done' ? ok({ done: `did ${text}` }) : fail(`cannot ${text}`);
  };
  const name = ({ rule: each }: ListedRule) => formatPattern(each.pattern);
  const ruleEditor: Partial<RuleEditor> = {
    list: async () => rows,
    add: (draft, scope) => note(`add ${JSON.stringify(draft)} to ${scope}`),
    edit: (each, draft) => note(`edit ${name(each)}: ${JSON.stringify(draft)}`),
    remove: (each) => note(`remove ${name(each)}`),
    move: (each, towards) => note(`move ${name(each)} ${towards}`),
    promote: (each, scope) => note(`promote ${name(each)} to ${scope}`),
    undo: () => note('undo'),
  };
  return { ruleEditor, asked };
}

async function overlay({
  parts = partsWith({ rules: recordingEditor().ruleEditor }),
  tab = 'view',
  columns = 100,
  rows = 24,
}: {
  parts?: SessionServices;
  tab?: PermissionsTab;
  columns?: number;
  rows?: number;
} = {}) {
  const toasts: string[] = [];
  let closed = 0;
  const stage = await onStage(
    <PermissionsOverlay
      parts={parts}
      tab={tab}
      columns={columns}
      rows={rows}
      toast={(text) => void toasts.push(text)}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  return { ...stage, toasts, closed: () => closed };
}

describe('view', () => {
  test('every rule with index, action, pattern, layer, place, comment and hits', async () => {
    const { frame } = await overlay();
    expect(frame()).toMatch(/3 {2}allow +Bash:git \*.*git is fine.*project.*project\.toml:3.*12×/);
    expect(frame()).toMatch(/1 {2}deny +Bash:~rm -rf\*.*managed/);
    expect(frame()).toMatch(/ - +deny +Bash:git push\*.*after a restart/);
    expect(frame()).toMatch(/4 {2}ask +WebFetch/);
  });

  test('a rule that was removed from its file stays visible as long as it applies, and cannot be changed', async () => {
    const rows = [
      row(rule('user allow Bash:rm *'), { readOnly: true, counts: 'until-the-next-start' }),
      row(rule('user ask Bash')),
    ];
    const { ruleEditor, asked } = recordingEditor(numbered(rows));
    const { frame, type, toasts } = await overlay({ parts: partsWith({ rules: ruleEditor }) });
    expect(frame()).toMatch(/1 {2}allow +Bash:rm \*.*gone after a restart/);
    for (const key of ['d', 'y', 'e', 'J']) await type(key);
    expect(asked).toEqual([]);
    expect(toasts[0]).toBe('this rule is no longer in its file; it applies until you restart');
  });

  test('the selection follows a rule that is moved past one that is no longer in its file', async () => {
    const [first, gone, second] = ['aaa', 'bbb', 'ccc'].map((name) => rule(`user allow Bash:${name}`)) as [
      Rule,
      Rule,
      Rule,
    ];
    const removed = row(gone, { readOnly: true, counts: 'until-the-next-start' });
    const lists = [
      [row(first), removed, row(second)],
      [row(second), row(first), removed],
    ];
    const { ruleEditor } = recordingEditor();
    const parts = partsWith({ rules: { ...ruleEditor, list: async () => numbered(lists.shift() ?? []) } });
    const { frame, type } = await overlay({ parts });
    for (const key of [DOWN, DOWN, 'K']) await type(key);
    expect(frame()).toMatch(/❯ +1 {2}allow +Bash:ccc/);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['delete, confirmed', [DOWN, 'd', 'y'], ['remove Bash:make *']],
    ['delete, not confirmed', [DOWN, 'd', 'n'], []],
    ['delete, and Enter is no yes', [DOWN, 'd', ENTER], []],
    ['delete, and a paste is no yes', [DOWN, 'd', '\u001b[200~y\u001b[201~'], []],
    ['move', [DOWN, DOWN, 'J'], ['move Bash:git * down']],
    ['move with shift and arrow', [DOWN, DOWN, DOWN, '\u001b[1;2A'], ['move Bash:git push* up']],
    ['promote', [DOWN, 'p', RIGHT, ENTER], ['promote Bash:make * to project']],
    ['promote, then not', [DOWN, 'p', ESCAPE], []],
    ['undo', ['u'], ['undo']],
    ['managed rows are read-only', ['d', 'y', 'e', 'K', 'J'], []],
    ['built-in rows are read-only', ['\u001b[F', 'd', 'y', ENTER], []],
    ['add', ['a', 'Bash:ls *', ENTER], ['add {"pattern":"Bash:ls *","action":"allow"} to session']],
    [
      'add with everything',
      ['a', 'Bash:rm *', '\t', RIGHT, '\t', RIGHT, '\t', 'mine', '\t', 'no', ENTER],
      ['add {"pattern":"Bash:rm *","action":"deny","comment":"mine","reason":"no"} to local'],
    ],
    ['add, and an unsound pattern is not saved', ['a', 'Bash:', ENTER], []],
    ['add, then not', ['a', 'Bash', ESCAPE], []],
    [
      'edit',
      [DOWN, DOWN, 'e', '*', ENTER],
      ['edit Bash:git *: {"pattern":"Bash:git **","action":"allow","comment":"git is fine"}'],
    ],
    [
      'edit by Enter, action changed',
      [UP, DOWN, DOWN, DOWN, DOWN, ENTER, '\t', RIGHT, ENTER],
      ['edit WebFetch: {"pattern":"WebFetch","action":"allow"}'],
    ],
    ['only session rules can be promoted', [DOWN, DOWN, 'p', ENTER, ESCAPE], []],
  ])('%s', async (_, keys, expected) => {
    const { ruleEditor, asked } = recordingEditor();
    const { type } = await overlay({ parts: partsWith({ rules: ruleEditor }) });
    for (const key of keys) await type(key);
    expect(asked).toEqual(expected);
  });

  test('an invalid pattern is reported, and the form stays', async () => {
    const { type, frame, toasts } = await overlay();
    for (const key of ['a', 'Bash:', ENTER]) await type(key);
    expect(frame()).toContain('column 6: nothing stands after `Bash`');
    expect(toasts).toEqual([]);
  });

  test('a key after a change applies to the new list, not to a row of the old one', async () => {
    const { ruleEditor, asked } = recordingEditor();
    let letIn = (_: readonly ListedRule[]) => {};
    const lists = [Promise.resolve(ROWS), new Promise<readonly ListedRule[]>((resolve) => void (letIn = resolve))];
    const parts = partsWith({ rules: { ...ruleEditor, list: () => lists.shift() ?? Promise.resolve([]) } });
    const { type, frame, toasts } = await overlay({ parts });
    for (const key of [DOWN, 'd', 'y', 'd', 'y']) await type(key);
    expect(frame()).toContain('writing …');
    expect([asked, toasts]).toEqual([['remove Bash:make *'], []]);
    letIn(ROWS.filter(({ rule: each }) => each.source.layer !== 'runtime'));
    await settled();
    for (const key of ['d', 'y']) await type(key);
    expect(asked).toEqual(['remove Bash:make *', 'remove Bash:git *']);
    expect(toasts[0]).toBe('did remove Bash:make *');
  });

  test('a form that nothing was written in has no error, until it is to be saved', async () => {
    const { type, frame } = await overlay();
    await type('a');
    expect(frame()).not.toContain('column');
    await type(ENTER);
    expect(frame()).toContain('column 1: the tool name is missing');
  });

  test('a rule that was saved to a file in this session shows once, in its place', async () => {
    const inFile = rule('user allow Bash:make *');
    const inSession = rule('runtime allow Bash:make *', { source: { layer: 'runtime' } });
    const { ruleEditor } = recordingEditor(numbered([row(inSession, { savedAs: inFile }), row(rule('user ask Bash'))]));
    const { frame, type, toasts } = await overlay({ parts: partsWith({ rules: ruleEditor }) });
    expect(frame().match(/Bash:make \*.*user +\/work/g)?.length).toBe(1);
    expect(frame()).toMatch(/user\.toml:3 +│\n│ saved in this session/);
    await type('p');
    expect(toasts[0]).toContain('this one is in its place already');
  });

  test('counters follow the log while the overlay is open', async () => {
    let hits = 0;
    const rules = { list: async () => [row(rule('user allow Bash:make *'), { hits })], version: () => String(hits) };
    const { frame, pass } = await overlay({ parts: partsWith({ rules }) });
    expect(frame()).toMatch(/Bash:make \*.* 0×/);
    await pass(2000);
    hits = 3;
    await pass(2000);
    expect(frame()).toMatch(/Bash:make \*.* 3×/);
  });

  test('a refused change is reported, and the typed text stays', async () => {
    const { ruleEditor } = recordingEditor(ROWS, 'refused');
    const { type, toasts, frame } = await overlay({ parts: partsWith({ rules: ruleEditor }) });
    for (const key of ['a', 'Bash:ls', ENTER]) await type(key);
    expect(toasts).toEqual(['cannot add {"pattern":"Bash:ls","action":"allow"} to session']);
    expect(frame()).toContain('Bash:ls▏');
  });

  test('read-only rows say why', async () => {
    const { type, toasts } = await overlay();
    await type('d');
    expect(toasts[0]).toContain('managed rules');
  });

  test('filter by layer and text, and Esc takes the filter back before it closes', async () => {
    const { type, frame, closed } = await overlay();
    await type('/');
    await type('PUSH');
    await type(ENTER);
    expect(frame()).toContain(`1 of ${ROWS.length} rules`);
    expect(frame()).not.toContain('WebFetch');
    await type(ESCAPE);
    expect(frame()).toContain('WebFetch');
    await type('l');
    expect(frame()).toContain('only managed');
    await type(ESCAPE);
    expect(closed()).toBe(0);
    await type(ESCAPE);
    expect(closed()).toBe(1);
  });

  test('a file that changed on disk is named while the overlay is open', async () => {
    let changed: readonly string[] = [];
    const { frame, pass } = await overlay({
      parts: partsWith({ rules: { list: async () => ROWS, changedOnDisk: async () => changed } }),
    });
    expect(frame()).not.toContain('changed on disk');
    changed = ['/etc/x\u001b[2J.toml'];
    await pass(2000);
    expect(frame()).toContain('changed on disk, in effect after a restart: /etc/x\\e[2J.toml');
  });

  test('ten thousand rules: only what is seen is laid out', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => row(rule(`project allow Bash:tool-${index} *`)));
    const { ruleEditor } = recordingEditor(many);
    const { type, frame } = await overlay({ parts: partsWith({ rules: ruleEditor }), columns: 80 });
    expect(frame().split('\n').length).toBeLessThanOrEqual(24);
    await type('\u001b[F');
    expect(frame()).toContain('Bash:tool-9999 *');
    await type('/');
    await type('tool-777 ');
    expect(frame()).toContain('1 of 10000 rules');
  });

  test('rules that cannot be read are reported', async () => {
    const { frame } = await overlay({
      parts: partsWith({ rules: { list: () => Promise.reject(new Error('p.toml:3: bad')) } }),
    });
    expect(frame()).toContain('p.toml:3: bad');
  });

  test('hostile rules are shown, not obeyed', async () => {
    const hostile = row(rule('project allow Bash:\u001b[2J\u202e*', { comment: '\u001b]0;x\u0007\n\nfake' }));
    const { frames } = await overlay({ parts: partsWith({ rules: { list: async () => [hostile] } }) });
    for (const each of frames) expect(each).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(frames.at(-1)).toContain('\\e[2J\\u{202e}*');
  });
});

describe('tabs', () => {
  test.each<[readonly string[], string]>([
    [[], '[1 Rules]'],
    [['2'], '[2 Test]'],
    [['3'], '[3 Audit]'],
    [['\t', '\t'], '[3 Audit]'],
    [['3', '\t'], '[1 Rules]'],
    [['\u001b[Z'], '[3 Audit]'],
    // In a field, digits are text.
    [['2', '1'], '[2 Test]'],
    [['a'], 'Add a rule'],
    // Tab is no trap: it leaves a field.
    [['2', 'ls', '\t'], '[3 Audit]'],
    [['\t', '\t', '\t'], '[1 Rules]'],
  ])('%j → %s', async (keys, shown) => {
    const { type, frame } = await overlay();
    for (const key of keys) await type(key);
    expect(frame()).toContain(shown);
  });

  test.each([
    [80, 24],
    [60, 16],
    [40, 10],
    [20, 6],
    [8, 3],
    [1, 1],
  ])('fit %d×%d', async (columns, rows) => {
    const { type, frame } = await overlay({ columns, rows });
    for (const key of ['', 'a', ESCAPE, '2', 'ls', ENTER, ESCAPE, '3', '1', DOWN, 'd']) {
      await type(key);
      expect(frame().split('\n').length).toBeLessThanOrEqual(rows);
    }
  });
});

describe('test pane', () => {
  test('the walk of a call, part by part', async () => {
    const { type, frame } = await overlay({ tab: 'test' });
    await type('ls && true');
    await type(ENTER);
    expect(frame()).toContain('ask: "ls" (part 1 of 2) matches no allow rule');
    expect(frame()).toMatch(/\? +\d+ ask +Bash +◀ decides +built-in/);
    // The one that decides comes first, and what does not match is folded away.
    expect(frame()).toMatch(/Bash +◀ decides[^\n]*\n[^\n]*· +\d+ ask +\*[^\n]*\n[^\n]*9 rules do not match/);
    await type('\u000f');
    expect(frame()).toMatch(/1 allow +Read/);
    await type('\u000f');
    expect(frame()).toContain('part 2 of 2 (command): true → allow');
    await type(PAGE_DOWN);
    expect(frame()).toContain('the line as a whole: ls && true → needs no rule');
  });

  test('a call that cannot be judged says why', async () => {
    const { type, frame } = await overlay({
      tab: 'test',
      parts: partsWith({ rules: { explain: async () => fail('no JSON: \u001b') } }),
    });
    await type('{');
    await type(ENTER);
    expect(frame()).toContain('no JSON: \\e');
  });

  test('Esc leaves the field first', async () => {
    const { type, closed } = await overlay({ tab: 'test' });
    await type(ESCAPE);
    expect(closed()).toBe(0);
    await type(ESCAPE);
    expect(closed()).toBe(1);
  });
});

describe('audit', () => {
  const decisions: readonly LoggedDecision[] = Array.from({ length: 50 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)),
    tool: 'Bash',
    summary: index === 49 ? 'echo \u001b[2J' : `make ${index}`,
    outcome: index % 2 === 0 ? 'allow' : 'deny',
    because: 'rule',
    rule: 'Bash:make *',
    workspace: index === 48 ? '/w/other' : '/w',
    json: `{"ts":"x","tool_name":"Bash","number":${index}}`,
  }));
  const parts = partsWith({ log: { recent: async () => decisions } });

  test('newest first, filtered, and the whole entry', async () => {
    const { type, frame, closed } = await overlay({ tab: 'audit', parts });
    expect(frame()).toMatch(/❯ 2026-01-01 00:00 ✗ deny +Bash echo \\e\[2J +Bash:make \*/);
    await type('/');
    await type('make 7');
    await type(ENTER);
    expect(frame()).toContain('1 decision so far, searching the whole log …');
    await type(ENTER);
    expect(frame()).toContain('"number": 7');
    await type(ESCAPE);
    await type(ESCAPE);
    expect(frame()).toContain('the last 50 decisions');
    expect(closed()).toBe(0);
    await type(ESCAPE);
    expect(closed()).toBe(1);
  });

  test('the whole log is searched, and the decision of another project names it', async () => {
    const asked: string[] = [];
    const search = async (text: string) => {
      asked.push(text);
      return [{ ...(decisions[48] as LoggedDecision), summary: 'make long ago' }];
    };
    const { type, frame, pass } = await overlay({
      tab: 'audit',
      parts: partsWith({ log: { recent: async () => decisions.slice(40), search } }),
    });
    expect(frame()).toMatch(/ other: Bash make 48/);
    await type('/');
    await type('long');
    expect(frame()).toContain('0 decisions so far, searching the whole log …');
    await pass(200);
    expect(asked).toEqual(['long']);
    expect(frame()).toContain('1 decision of the whole log');
    expect(frame()).toContain('make long ago');
  });

  test('m makes a rule of a decision, with the narrowest pattern and the broader ones in sight', async () => {
    const { ruleEditor, asked } = recordingEditor();
    const log = { recent: async () => decisions, patternsFor: () => ['Bash:make 48', 'Bash:make *'] };
    const { type, frame } = await overlay({ tab: 'audit', parts: partsWith({ log, rules: ruleEditor }) });
    await type(DOWN);
    await type('m');
    expect(frame()).toContain('Add a rule');
    expect(frame()).toContain('Bash:make 48▏');
    expect(frame()).toContain('broader: Bash:make *');
    await type(ENTER);
    expect(asked).toEqual(['add {"pattern":"Bash:make 48","action":"allow"} to session']);
  });

  test('a call that the log has not kept whole makes no rule', async () => {
    const { type, toasts } = await overlay({ tab: 'audit', parts });
    await type('m');
    expect(toasts[0]).toBe('the log has not kept enough of this call to make a rule of it');
  });

  test('above it, which rules would spare the most questions', async () => {
    const advice = async () => '7 questions about `make`: `caliban perms learn` would propose to allow `Bash:make`';
    const { frame } = await overlay({
      tab: 'audit',
      parts: partsWith({ log: { recent: async () => decisions, advice } }),
    });
    expect(frame()).toContain('7 questions about `make`');
  });

  test('it scrolls', async () => {
    const { type, frame } = await overlay({ tab: 'audit', parts });
    await type('\u001b[F');
    expect(frame()).toContain('make 0');
  });

  test('a log that cannot be read says why', async () => {
    const { frame } = await overlay({
      tab: 'audit',
      parts: partsWith({ log: { recent: () => Promise.reject(new Error('no such log')) } }),
    });
    expect(frame()).toContain('no such log');
  });
});
