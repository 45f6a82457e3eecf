import type { AbsolutePath } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import type { Finding } from '../../src/inspect/finding.ts';
import { lintRules } from '../../src/inspect/lint/lint-rules.ts';
import type { Rule } from '../../src/types/rule.ts';
import { rule, rules } from './rules.ts';

type ShadowFinding = Extract<Finding, { kind: 'duplicate' | 'shadowed' | 'mostly-shadowed' }>;

function shadowsIn(lines: readonly string[], options = {}): ShadowFinding[] {
  return lintRules(rules(...lines), options).filter(
    (finding): finding is ShadowFinding =>
      finding.kind === 'duplicate' || finding.kind === 'shadowed' || finding.kind === 'mostly-shadowed',
  );
}

/** What the last rule of the list is found to be, by which rules (from 1), and the call that shows it. */
function lastOf(...lines: readonly string[]): string {
  const last = shadowsIn(lines).filter(({ position }) => position === lines.length - 1);
  if (last.length > 1) throw new Error('more than one finding');
  const [finding] = last;
  if (finding === undefined) return 'fine';
  const by = finding.kind === 'duplicate' ? [finding.of] : finding.by;
  if (finding.exampleCall === null) return `${finding.kind}, and no call shows it`;
  const [argument] = Object.values(finding.exampleCall.input);
  return `${finding.kind} by ${by.map(({ position }) => position + 1).join()}: ${argument ?? finding.exampleCall.tool}`;
}

describe('one rule above another', () => {
  test.each([
    // Same meaning, same action.
    [['Bash:git * allow', 'Bash(git x) allow'], 'shadowed by 1: git x'],
    [['Bash:git * allow', 'Bash:git ** allow'], 'duplicate by 1: git x'],
    [['Bash deny', 'Bash:* deny'], 'duplicate by 1: ls'],
    [['Bash:?* deny', 'Bash:*? deny'], 'duplicate by 1: xx'],
    [['Bash:~rm deny', 'Bash:~rm* deny'], 'duplicate by 1: rmx'],
    [['Bash:command=git * allow', 'Bash:git * allow'], 'duplicate by 1: git x'],
    [['Read:./src/x deny', 'Read:src/x deny'], 'duplicate by 1: src/x'],
    [['Read:./src/ deny', 'Read:src/** deny'], 'duplicate by 1: src/x'],
    [['WebFetch:https://A.test:443/* deny', 'WebFetch:https://a.test/* deny'], 'duplicate by 1: https://a.test/x'],
    [['mcp__a__b:x=1,y=2 allow', 'mcp__a__b:y=2,x=1 allow'], 'duplicate by 1: 2'],
    // A deny or ask that contains the later pattern takes it all.
    [['Bash:git * deny', 'Bash:git push * allow'], 'shadowed by 1: git push x'],
    [['Bash:git * ask', 'Bash:git push * deny'], 'shadowed by 1: git push x'],
    [['Bash:~rm deny', 'Bash:rm * allow'], 'shadowed by 1: rm x'],
    [['Bash:~rm ask', 'Bash:~rm -rf deny'], 'shadowed by 1: rm -rf'],
    [['Bash:*rm* ask', 'Bash:rm * deny'], 'shadowed by 1: rm x'],
    [['Read:src/** deny', 'Read:src/*.ts allow'], 'shadowed by 1: src/x.ts'],
    [['Read:src/** ask', 'Read:src/*.ts deny'], 'shadowed by 1: src/x.ts'],
    [['Read:/** deny', 'Read:~/.ssh/** deny'], 'shadowed by 1: ~/.ssh/x'],
    [['WebFetch:https://* deny', 'WebFetch:https://*.a.test/* allow'], 'shadowed by 1: https://x.a.test/x'],
    [['mcp__a__b:x=* deny', 'mcp__a__b:x=1,y=2 allow'], 'shadowed by 1: 1'],
    [['mcp__a__* deny', 'mcp__a__b:x=1 allow'], 'shadowed by 1: 1'],
    // But a `~` deny counts against every command of a line.
    [['Bash:*rm* ask', 'Bash:~rm deny'], 'mostly-shadowed by 1: rm'],
    [['Bash:*rm* ask', 'Bash:~rm allow'], 'shadowed by 1: rm'],
    // And an allow looks past `LANG=C` in front of `A=1 x`.
    [['Bash:A=1 * deny', 'Bash:A=1 * allow'], 'mostly-shadowed by 1: A=1 x'],
    [['Bash:git* deny', 'Bash:git* allow'], 'mostly-shadowed by 1: gitx'],
    [['Bash:*git* deny', 'Bash:git* allow'], 'shadowed by 1: gitx'],
    // An allow over an allow.
    [['Bash:git * allow', 'Bash:git push * allow'], 'shadowed by 1: git push x'],
    [['Bash:git * allow', 'Bash:git push allow'], 'shadowed by 1: git push'],
    [['Read:src/** allow', 'Read:src/a/b.ts allow'], 'shadowed by 1: src/a/b.ts'],
    [['mcp__a__* allow', 'mcp__a__b:x=1 allow'], 'shadowed by 1: 1'],
    // A literal allow covers a whole line, redirections too.
    [['Bash:git * allow', 'Bash:git pull && make allow'], 'fine'],
    [['Bash:git * allow', 'Bash:git pull && git push allow'], 'shadowed by 1: git pull && git push'],
    [['Bash:git * allow', 'Bash:git log > out.txt allow'], 'fine'],
    [['Bash:git pull && make allow', 'Bash:git pull && make allow'], 'duplicate by 1: git pull && make'],
    [['Bash:git * deny', 'Bash:git pull && make allow'], 'shadowed by 1: git pull && make'],
    [['Bash:* && make deny', 'Bash:git pull && make allow'], 'mostly-shadowed by 1: git pull && make'],
    [['Bash:rm * deny', 'Bash:ls && rm x allow'], 'shadowed by 1: ls && rm x'],
    [['Bash:command=rm *,timeout=5 allow', 'Bash:rm * deny', 'Bash:ls && rm x allow'], 'fine'],
    [['Bash:ls* allow', 'Bash:(ls) allow'], 'shadowed by 1: (ls)'],
    // So does an allow that spells out the redirection.
    [['Bash:echo * allow', 'Bash:echo * > out.txt allow'], 'fine'],
    [['Bash:echo * > out.txt allow', 'Bash:echo a* > out.txt allow'], 'shadowed by 1: echo ax > out.txt'],
    [['Bash:echo * deny', 'Bash:echo * > out.txt allow'], 'shadowed by 1: echo x > out.txt'],
    // An allow over a deny: other spellings still reach it.
    [['Bash:rm * allow', 'Bash:rm * deny'], 'mostly-shadowed by 1: rm x'],
    [['Bash:git * allow', 'Bash:git push * ask'], 'mostly-shadowed by 1: git push x'],
    [['Read:src/** allow', 'Read:src/*.key deny'], 'mostly-shadowed by 1: src/x.key'],
    [['WebFetch:https://* allow', 'WebFetch:https://a.test/* deny'], 'mostly-shadowed by 1: https://a.test/x'],
    [['mcp__a__b:x=* allow', 'mcp__a__b:x=1 deny'], 'mostly-shadowed by 1: 1'],
    // Any call.
    [['Bash allow', 'Bash:rm * deny'], 'shadowed by 1: rm x'],
    [['* allow', 'Bash:rm * deny'], 'shadowed by 1: rm x'],
    [['* ask', 'mcp__a__b:x=1 deny'], 'shadowed by 1: 1'],
    [['Read allow', 'Read:.env deny'], 'shadowed by 1: .env'],
    [['Bash:sudo * deny', 'Bash allow', 'Bash:rm * deny'], 'mostly-shadowed by 2: rm x'], // lines nobody can read
    [['Bash:sudo * deny', 'Bash allow', 'Bash:rm * allow'], 'shadowed by 2: rm x'],
    [['Read:.env deny', 'Read allow', 'Read:*.key deny'], 'shadowed by 2: x.key'],
    [['Read:.env deny', 'Read allow', 'Read ask'], 'shadowed by 2: x'],
    [['Bash:rm * deny', 'Bash allow', 'Bash ask'], 'mostly-shadowed by 2: ls'],
    // Not contained.
    [['Bash:git * allow', 'Bash:git allow'], 'fine'],
    [['Bash:git * allow', 'Bash:gitk * allow'], 'fine'],
    [['Bash:git push * deny', 'Bash:git * allow'], 'fine'],
    [['Bash:rm * deny', 'Bash:~rm * deny'], 'fine'],
    [['Bash:rm * deny', 'Bash deny'], 'fine'],
    [['Read:src/** deny', 'Write:src/** deny'], 'fine'],
    [['Read:src/** deny', 'Read:/repo/src/** deny'], 'fine'],
    [['mcp__a__b:x=1 allow', 'mcp__a__b allow'], 'fine'],
    [['mcp__a__b:x=1,y=2 allow', 'mcp__a__b:x=1 allow'], 'fine'],
    [['Bash:timeout=5 allow', 'Bash:git * allow'], 'fine'],
    [['Bash:timeout=5 ask', 'Bash:command=git *,timeout=5 allow'], 'shadowed by 1: git x'],
    [['mcp__*__get_* allow', 'mcp__a__* allow'], 'fine'],
    // Globs over tool names.
    [['*Edit deny', 'MultiEdit:src/** allow'], 'shadowed by 1: src/x'],
    [['*Edit:src/** deny', 'MultiEdit:src/a allow'], 'shadowed by 1: src/a'],
    [['Edit:src/** deny', '*Edit:src/** deny'], 'fine'],
    [['mcp__x deny', 'mcp__? deny'], 'fine'], // the stand-in for a tool name proves nothing
    [['mcp__*:x=1 deny', 'mcp__a__*:x=1 allow'], 'shadowed by 1: 1'],
  ])('%j → %s', (lines, found) => {
    expect(lastOf(...lines)).toBe(found);
  });

  test('the earliest rule is named', () => {
    expect(lastOf('* ask', 'Bash ask', 'Bash:git * ask', 'Bash:git push * allow')).toBe('shadowed by 1: git push x');
  });
});

describe('several rules together', () => {
  test.each([
    [
      ['Edit:src/** deny', 'MultiEdit:src/** deny', 'NotebookEdit:src/** deny', '*Edit:src/** ask'],
      'shadowed by 1,2,3: src/x',
    ],
    [['Edit deny', 'MultiEdit deny', 'NotebookEdit deny', '*Edit ask'], 'fine'], // some other `…Edit`
    [['Bash:a deny', 'Bash:a?* deny', 'Bash:a* ask'], 'shadowed by 1,2: ax'],
    [['Bash:a deny', 'Bash:b* ask', 'Bash:a?* deny', 'Bash:a* ask'], 'shadowed by 1,3: ax'],
    [['Read:a/** deny', 'Read:b/** ask', 'Read:{a,b}/** deny'], 'shadowed by 1,2: a/x'],
    // With links, one path may be written in one and lead into the other.
    [['Read:a/** allow', 'Read:b/** allow', 'Read:{a,b}/** allow'], 'mostly-shadowed by 1,2: a/x'],
    [['Read:a/** deny', 'Read:{a,b}/** deny'], 'fine'],
    [['Bash:git * allow', 'Bash:make allow', 'Bash:git pull && make allow'], 'shadowed by 1,2: git pull && make'],
    [['Bash:git * allow', 'Bash:make allow', 'Bash:git pull && make > log allow'], 'fine'],
    [
      ['WebFetch:https://a.test deny', 'WebFetch:https://a.test/?* deny', 'WebFetch:https://a.test/* ask'],
      'shadowed by 1,2: https://a.test/x',
    ],
  ])('%j → %s', (lines, found) => {
    expect(lastOf(...lines)).toBe(found);
  });
});

describe('a search of what must not be read', () => {
  test.each([
    [['Read:secret/** deny', 'Grep:secret/** allow'], 'shadowed by 1: secret/x'],
    [['Read:secret/** deny', 'Glob:secret/a/* ask'], 'shadowed by 1: secret/a/x'],
    [['Read:secret/** deny', 'Grep:./secret allow'], 'shadowed by 1: secret'], // what lies in it
    [['Read:secret/** deny', 'G*:secret/** allow'], 'shadowed by 1: secret/x'],
    [['Read:secret/** deny', 'Grep:path=secret/**,pattern=x allow'], 'shadowed by 1: secret/x'],
    [['*:secret/** deny', 'Grep:secret/a allow'], 'shadowed by 1: secret/a'],
    [['Read:src/** allow', 'Read:secret/** deny', 'Grep:secret/** allow'], 'shadowed by 2: secret/x'],
    [['Read:a/** deny', 'Read:secret/** deny', 'Grep:secret/** allow'], 'shadowed by 2: secret/x'],
    // A deny of its own decides; the rest of a glob over names too.
    [['Read:secret/** deny', 'Grep:secret/** deny'], 'fine'],
    [['Read:secret/** deny', '*:secret/** allow'], 'fine'],
    // Something else than a deny with a path comes first.
    [['Read deny', 'Read:secret/** deny', 'Grep:secret/** allow'], 'fine'],
    [['Read:secret/** ask', 'Grep:secret/** allow'], 'fine'],
    [['Read:secret/a allow', 'Read:secret/** deny', 'Grep:secret/** allow'], 'fine'],
    [['Read:SECRET/a allow', 'Read:secret/** deny', 'Grep:secret/** allow'], 'fine'], // one place to some file systems
    [['Read:src/** ask', 'Read:secret/** deny', 'Grep:secret/** allow'], 'fine'], // a link may lead there
    [['Read:/srv/** allow', 'Read:secret/** deny', 'Grep:secret/** allow'], 'fine'],
    [['Read:limit=1 deny', 'Grep:secret/** allow'], 'fine'],
    // More is searched than is denied.
    [['Read:secret/*.key deny', 'Grep:secret/** allow'], 'fine'],
    [['Read:secret/** deny', 'Grep allow'], 'fine'],
    [['Read:secret/** deny', 'Edit:secret/** allow'], 'fine'],
  ])('%j → %s', (lines, found) => {
    expect(lastOf(...lines)).toBe(found);
  });

  test('whatever their order, and it says why', () => {
    const [search, read] = rules('Grep:secret/** allow', 'Read:secret/** deny');
    expect(lintRules([search as Rule, read as Rule])).toEqual([
      {
        kind: 'shadowed',
        rule: search,
        position: 0,
        severity: 'warning',
        by: [{ rule: read, position: 1 }],
        exampleCall: { tool: 'Grep', input: { path: 'secret/x' } },
        message:
          '`Grep:secret/**` (allow) can never decide: a search is a reading, and rule 2 `Read:secret/**` (deny, project) denies all it matches, for example `Grep secret/x`; remove one of them',
      },
    ]);
  });
});

describe('how bad it is', () => {
  const severity = (...list: readonly ReturnType<typeof rule>[]) =>
    lintRules(list)
      .filter(({ kind }) => kind === 'shadowed' || kind === 'duplicate' || kind === 'mostly-shadowed')
      .map((finding) => finding.severity);

  test.each([
    ['a list that takes its own deny back', [rule('Read allow'), rule('Read:.env deny')], ['error']],
    ['a list that repeats itself', [rule('Read:a deny'), rule('Read:a deny')], ['warning']],
    ['a stricter rule above', [rule('Read deny'), rule('Read:a allow')], ['warning']],
    ['another layer weakens', [rule('Read allow', 'project'), rule('Read:.env deny', 'user')], ['warning']],
    ['another layer says the same', [rule('Read deny', 'project'), rule('Read deny', 'user')], ['info']],
    ['built-in rules are not blamed', [rule('* allow'), ...DEFAULT_RULES], []],
  ] as const)('%s', (_, list, severities) => {
    expect(severity(...list)).toEqual(severities);
  });
});

test('a finding says what, by what, and what to do', () => {
  const [first, second] = rules('Bash allow', 'Bash:git push * deny') as [
    ReturnType<typeof rule>,
    ReturnType<typeof rule>,
  ];
  const above = { ...first, source: { layer: 'project' as const, file: 'permissions.toml', line: 3 } };
  expect(lintRules([above, second]).filter(({ kind }) => kind === 'shadowed')).toEqual([
    {
      kind: 'shadowed',
      rule: second,
      position: 1,
      severity: 'error',
      by: [{ rule: above, position: 0 }],
      exampleCall: { tool: 'Bash', input: { command: 'git push x' } },
      message:
        '`Bash:git push *` (deny) can never decide: all it matches meets rule 1 `Bash` (allow, permissions.toml:3) first, for example `git push x`; move it above or remove it',
    },
  ]);
});

test('a deny under enforce is not lifted by another layer', () => {
  const list = [rule('Read allow', 'project'), rule('Read:.env deny', 'user'), rule('Read:.env deny', 'user')];
  const found = lintRules(list, { enforcedLayers: ['user'] }).map(({ kind, position }) => [kind, position]);
  expect(found).toEqual([['duplicate', 2]]);
});

test('with the workspace known, absolute and relative paths compare', () => {
  const lines = ['Read:/repo/** deny', 'Read:src/a allow'];
  expect(shadowsIn(lines)).toEqual([]);
  expect(shadowsIn(lines, { roots: { workspace: '/repo' as AbsolutePath } }).map(({ kind }) => kind)).toEqual([
    'shadowed',
  ]);
});
