import type { AbsolutePath } from '@caliban/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { riskyChanges } from '../../src/inspect/compare/risky-changes.ts';
import { judge } from '../../src/judge/judge.ts';
import { judgeAtHost, writtenRules } from '../../src/judge/left-to-host.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { brakeWitnesses, typedCall } from '../../src/learn/brake.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import type { Rule } from '../../src/types/rule.ts';

function rule(text: string): Rule {
  const [, pattern = '', action] = /^(.*) (\w+)$/.exec(text) ?? [];
  const parsed = parsePattern(pattern);
  if (!parsed.ok) throw new Error(`${pattern}: ${parsed.error.message}`);
  return { pattern: parsed.value, action: action as Rule['action'], source: { layer: 'project' } };
}

const rules = (texts: readonly string[]) => texts.map(rule);

describe('which changes may let something through', () => {
  test.each<{ before: string[]; after: string[]; risky: string[]; open?: true }>([
    { before: [], after: ['Bash:rm * deny', 'Bash ask'], risky: [] },
    { before: ['Bash:git * allow', 'Bash allow'], after: [], risky: [] },
    { before: ['Bash:git * allow'], after: ['Bash:git status allow', 'Bash:git * allow'], risky: [] },
    { before: ['Bash:git * allow'], after: ['Bash:git * allow', 'Bash:git log allow'], risky: [] },
    { before: ['Bash:git status allow'], after: ['Bash:git * allow'], risky: ['added Bash:git *'] },
    {
      before: ['Bash:git push * deny', 'Bash:git * allow'],
      after: ['Bash:git push -n allow', 'Bash:git push * deny', 'Bash:git * allow'],
      risky: ['added Bash:git push -n'],
    },
    // A move is a rule that goes and one that comes.
    { before: ['Bash:rm * deny', 'Bash:git * allow'], after: ['Bash:git * allow', 'Bash:rm * deny'], risky: ['*'] },
    {
      before: ['Bash:dd * deny', 'Bash:rm * deny', 'Bash:git * allow'],
      after: ['Bash:dd * deny', 'Bash:git * allow', 'Bash:rm * deny'],
      risky: [],
    },
    {
      before: ['Bash:git push * deny', 'Bash:git * allow'],
      after: ['Bash:git * allow', 'Bash:git push * deny'],
      risky: ['*'],
    },
    // A deny gives way to a wider one, or to a question.
    { before: ['Bash:rm -rf * deny'], after: ['Bash:rm * deny'], risky: [] },
    { before: ['Bash:rm * deny', 'Bash allow'], after: ['Bash:rm * ask', 'Bash allow'], risky: [] },
    { before: ['Bash:rm * deny', 'Bash allow'], after: ['Bash:rm -rf * deny', 'Bash allow'], risky: ['*'] },
    { before: ['Bash:rm * deny', 'Bash allow'], after: ['Bash allow'], risky: ['removed Bash:rm *'] },
    { before: ['Bash:rm * deny'], after: [], risky: [] },
    // In a hook no rule decides then.
    { before: ['Bash:rm * deny'], after: [], risky: ['removed Bash:rm *'], open: true },
    { before: ['Bash:rm * deny', 'Bash ask'], after: ['Bash ask'], risky: [], open: true },
    // A deny on a path binds commands.
    { before: ['Read:.env deny', 'Bash:cat * allow'], after: ['Bash:cat * allow'], risky: ['removed Read:.env'] },
    { before: ['@secrets deny', 'Bash:cat * allow'], after: ['Bash:cat * allow'], risky: ['removed @secrets'] },
    { before: ['Bash:git * allow'], after: ['@read-only allow', 'Bash:git * allow'], risky: ['added @read-only'] },
    { before: ['Bash:cat * allow', 'Read:.env deny'], after: ['Bash:cat * allow'], risky: ['removed Read:.env'] },
    // Some commands need no rule.
    { before: ['Bash:cd * deny'], after: [], risky: ['removed Bash:cd *'] },
    { before: ['Bash deny'], after: [], risky: ['removed Bash'] },
    // The whole line is spelled out, and the deny met a part of it.
    { before: ['Bash:rm * deny', 'Bash:cd x && rm y allow'], after: ['Bash:cd x && rm y allow'], risky: ['*'] },
    { before: ['Bash:rm * deny', 'Bash:/bin/* allow'], after: ['Bash:/bin/* allow'], risky: ['*'] },
  ])('$before → $after', ({ before, after, risky, open }) => {
    const found = riskyChanges(rules(before), rules(after), { isOpenBelow: open === true }).map(
      ({ is, rule: { pattern } }) => `${is} ${formatPattern(pattern)}`,
    );
    if (risky[0] === '*') expect(found).not.toEqual([]);
    else expect(found).toEqual(risky);
  });
});

const SURROUNDINGS = { workspace: '/ws' as AbsolutePath, cwd: '/ws' as AbsolutePath, home: '/home/u' as AbsolutePath };

const CALLS = [
  ...brakeWitnesses(SURROUNDINGS).map(({ call }) => call),
  ...[
    ...[
      'git status',
      'git push',
      'git push -f',
      'git push origin main',
      'git log | head',
      'rm x',
      'rm -rf x',
      '/bin/rm x',
    ],
    ...[
      'rm x | git log',
      'git log | rm x',
      'X=rm; $X y',
      '$X rm y',
      'sudo rm x',
      'cd x && rm y',
      'cat .env',
      'cat a.txt',
    ],
    ...[
      'git log > .env',
      'cd src',
      'true',
      'export A=1',
      'A=1',
      'tee .env',
      'cd .. && git log',
      'ls',
      'env rm x',
      'r"m" x',
      'for i in 1 2; do rm $i; done',
      '`git log`',
      'git $X',
      '$(cat x)',
    ],
    ...['Read .env', 'Read src/a.ts', 'Write src/a.ts', 'Edit .env', 'Grep x', 'WebFetch https://example.com/a'],
  ].map((text) => typedCall(text, SURROUNDINGS)),
];

const PATTERNS = [
  ...[
    'Bash',
    'Bash:*',
    'Bash:git *',
    'Bash:git push *',
    'Bash:git push',
    'Bash:git status',
    'Bash:rm *',
    'Bash:rm -rf *',
  ],
  ...['Bash:~rm *', 'Bash:cat *', 'Bash:cd x && rm y', 'Bash:/bin/*', 'Bash:* | rm *', 'Bash:sudo *', 'Bash:env *'],
  ...[
    'Read',
    'Read:.env',
    'Read:src/**',
    'Edit:src/**',
    'Write',
    'Edit|Write:**',
    'WebFetch',
    '*',
    'Grep',
    'Bash:$X *',
    'Bash:cd *',
    'Bash:export*',
    'Write|Edit:.env',
    'mcp__*',
    '@network',
  ],
  ...['@secrets', '@read-only', 'Bash:@read-only', '@recursive-deletion', 'Bash:git*', 'Bash(git push:*)', 'Bash:r*'],
];

const list = fc.array(
  fc.tuple(fc.constantFrom(...PATTERNS), fc.constantFrom('allow', 'ask', 'deny')).map((words) => words.join(' ')),
  { maxLength: 6 },
);

/** Two lists that have much in common. */
const change = list.chain((before) =>
  fc
    .tuple(fc.shuffledSubarray(before, { minLength: Math.max(0, before.length - 2) }), list, fc.nat(2), fc.boolean())
    .map(([kept, others, more, inOrder]) => {
      const order = inOrder ? [...kept].sort((a, b) => before.indexOf(a) - before.indexOf(b)) : kept;
      const after = [...order];
      for (const [index, text] of others.slice(0, more).entries())
        after.splice((index * 3) % (after.length + 1), 0, text);
      return { before, after };
    }),
);

test('where no change is risky, no call gets through that did not', () => {
  let safe = 0;
  fc.assert(
    fc.property(change, fc.boolean(), ({ before, after }, seesThroughWrappers) => {
      const [old, now] = [rules(before), rules(after)];
      const options = { seesThroughWrappers };
      const own = riskyChanges([...old, ...DEFAULT_RULES], [...now, ...DEFAULT_RULES], options).length === 0;
      const hook = riskyChanges(old, now, { ...options, isOpenBelow: true }).length === 0;
      if (!own && !hook) return;
      safe++;
      const [one, other] = [old, now].map((each) => createRuleBook([...each, ...DEFAULT_RULES], options));
      if (one === undefined || other === undefined) return;
      for (const call of CALLS) {
        if (own && judge(other, call).action === 'allow')
          expect([call.input, judge(one, call).action]).toEqual([call.input, 'allow']);
        if (!hook) continue;
        const [was, is] = [one, other].map((book) => {
          const { verdict, isLeft } = judgeAtHost(writtenRules(book), call);
          if (!isLeft && verdict.action === 'ask' && verdict.because.kind === 'opaque') return 'unread';
          return isLeft ? 'left' : verdict.action;
        });
        if (is === 'allow') expect([call.input, was]).toEqual([call.input, 'allow']);
        if (is === 'left')
          expect([call.input, ['left', 'allow', 'unread'].includes(was as string)]).toEqual([call.input, true]);
      }
    }),
    { numRuns: runs(80) },
  );
  expect(safe).toBeGreaterThan(10);
});
