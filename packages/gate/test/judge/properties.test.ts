import { describeCall, TOOL_PROFILES } from '@caliban/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { strictest } from '../../src/judge/strictest.ts';
import type { Rule } from '../../src/types/rule.ts';
import type { Verdict } from '../../src/types/verdict.ts';
import { bash, call, REPO, rule } from '../helpers/rules.ts';

const word = fc.constantFrom(
  'git',
  'git status',
  'ls',
  'rm x',
  'npm test',
  '"a b"',
  "'$(rm x)'",
  '$X',
  'A=1 ls',
  'true',
  'r\\m x',
);
const operator = fc.constantFrom(' && ', ' || ', '; ', ' | ', ' & ', '\n', ' |& ');
const commandLine = fc
  .array(fc.tuple(word, operator), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.map(([text, joint], index) => (index === pieces.length - 1 ? text : text + joint)).join(''))
  .chain((line) =>
    fc.constantFrom(
      line,
      `(${line})`,
      `{ ${line}; }`,
      `echo "$(${line})"`,
      `if ${line}; then ls; fi`,
      `${line} > out`,
      `${line} #c`,
    ),
  );
const ruleText = fc
  .tuple(
    fc.constantFrom('allow', 'deny', 'ask'),
    fc.constantFrom(
      'Bash',
      'Bash:git *',
      'Bash:git',
      'Bash:ls',
      'Bash:rm *',
      'Bash:~rm *',
      'Bash:npm *',
      'Bash:echo *',
      'Write:out',
      '*',
      'Bash:*t*',
    ),
  )
  .map((pair) => pair.join(' '));
const ruleList = fc.array(ruleText, { maxLength: 6 }).map((texts) => texts.map((text) => rule(text)));

function actionOf(rules: readonly Rule[], command: string): string {
  return judge(createRuleBook([...rules, ...DEFAULT_RULES]), bash(command)).action;
}

describe('rules', () => {
  test('putting a deny in front never yields an allow that was not there', () => {
    fc.assert(
      fc.property(
        ruleList,
        fc.constantFrom('Bash:rm *', 'Bash:~rm', 'Bash:git *', 'Write:out'),
        commandLine,
        (rules, denied, line) => {
          const before = actionOf(rules, line);
          const after = actionOf([rule(`deny ${denied}`), ...rules], line);
          if (before !== 'allow') expect(after).not.toBe('allow');
          if (before === 'deny') expect(after).toBe('deny');
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  test('putting an allow in front never yields a deny that was not there', () => {
    fc.assert(
      fc.property(ruleList, fc.constantFrom('Bash:git *', 'Bash:ls', 'Bash'), commandLine, (rules, allowed, line) => {
        const before = actionOf(rules, line);
        const after = actionOf([rule(`allow ${allowed}`), ...rules], line);
        if (before !== 'deny') expect(after).not.toBe('deny');
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('lines', () => {
  test('a line stays allowed after an operator only if what follows is allowed itself', () => {
    fc.assert(
      fc.property(ruleList, commandLine, operator, word, (rules, line, joint, more) => {
        if (line.includes('#') || actionOf(rules, `${line}${joint}${more}`) !== 'allow') return;
        expect(actionOf(rules, more)).toBe('allow');
        expect(actionOf(rules, line)).toBe('allow');
      }),
      { numRuns: runs(3000) },
    );
  });

  test('a line that holds a denied part is denied, wherever the part stands', () => {
    fc.assert(
      fc.property(commandLine, operator, (line, joint) => {
        const rules = [rule('deny Bash:rm *'), rule('allow Bash')];
        if (!line.includes('#')) expect(actionOf(rules, `${line}${joint}rm -rf x`)).toBe('deny');
        expect(actionOf(rules, `rm -rf x${joint}${line}`)).toBe('deny');
      }),
      { numRuns: runs(1000) },
    );
  });

  test('strictest ignores order', () => {
    const verdict = fc
      .constantFrom('allow', 'deny', 'ask')
      .map((action): Verdict => ({ action, because: { kind: 'no-rule' } }));
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1 }), (verdicts) => {
        const [first, ...others] = verdicts as [Verdict, ...Verdict[]];
        const [last, ...rest] = verdicts.toReversed() as [Verdict, ...Verdict[]];
        expect(strictest([first, ...others]).action).toBe(strictest([last, ...rest]).action);
      }),
    );
  });
});

describe('nothing a model can send is an error', () => {
  const book = createRuleBook([
    ...['deny Bash:~rm *', 'allow Bash:git *', 'allow Edit:src/**', 'allow WebFetch:https://*.a.test/*'].map((text) =>
      rule(text),
    ),
    ...['deny mcp__a__b:meta.owner=al*', 'allow mcp__a__b:__proto__.x=*', 'ask *:constructor=*'].map((text) =>
      rule(text),
    ),
    ...DEFAULT_RULES,
  ]);
  const tool = fc.oneof(
    fc.constantFrom(...TOOL_PROFILES.keys(), 'mcp__a__b', '__proto__', 'constructor', ''),
    fc.string({ unit: 'binary' }),
  );
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 200 }));
  const field = fc.constantFrom('command', 'path', 'url', 'meta', '__proto__', 'constructor', 'toString');
  const input = fc.oneof(
    fc.jsonValue({ noUnicodeString: false }),
    fc.dictionary(field, fc.oneof(text, fc.jsonValue())),
    fc.constantFrom(null, undefined, [], 'text', 7, true),
  );

  test('random tools and inputs', () => {
    fc.assert(
      fc.property(tool, input, (name, value) => {
        expect(['allow', 'deny', 'ask']).toContain(judge(book, call(name, value)).action);
      }),
      { numRuns: runs(5000) },
    );
  });

  test.each(['command', 'path', 'url'])('10 MiB in `%s`', (name) => {
    const owner = { command: 'Bash', path: 'Edit', url: 'WebFetch' }[name] as string;
    for (const piece of ['a', '/..', '$(', 'rm ', '*', '\ud800', '\u0000']) {
      const value = piece.repeat(Math.ceil((10 << 20) / piece.length));
      const verdict = judge(book, describeCall({ tool: owner, input: { [name]: value }, context: REPO }));
      expect(verdict.action).not.toBe('allow');
    }
  });
});
