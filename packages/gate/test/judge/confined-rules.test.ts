import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { explain } from '../../src/inspect/explain.ts';
import { lintRules } from '../../src/inspect/lint/lint-rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import type { Rule } from '../../src/types/rule.ts';
import { bash, call, rules } from '../helpers/rules.ts';

/** `allow! Bash:make *` allows only what runs confined. */
function written(...texts: readonly string[]): readonly Rule[] {
  return texts.map((text) => {
    const [rule] = rules(text.replace('allow! ', 'allow '));
    return { ...(rule as Rule), ...(text.startsWith('allow! ') ? { confined: true as const } : {}) };
  });
}

function verdictOf(texts: readonly string[], command: string, confines: boolean): string {
  const book = createRuleBook([...written(...texts), ...DEFAULT_RULES], { confines });
  const { action, confined } = judge(book, bash(command));
  return confined === undefined ? action : `${action} ${confined}`;
}

describe('a rule that allows only what runs confined', () => {
  const MAKE = ['deny Bash:make install*', 'allow! Bash:make *', 'allow Bash:git *'];

  test.each<[rules: readonly string[], command: string, confinable: string, elsewhere: string]>([
    [MAKE, 'make test', 'allow by-rules', 'ask'],
    [MAKE, 'make install', 'deny', 'deny'],
    [MAKE, 'git status', 'allow', 'allow'],
    [MAKE, 'rm x', 'ask', 'ask'],
    // One part is enough: the line runs as one process.
    [MAKE, 'git status && make test', 'allow by-rules', 'ask'],
    [MAKE, 'make test && rm x', 'ask', 'ask'],
    [MAKE, 'make test > out.txt', 'ask', 'ask'],
    [MAKE, 'make "$X"', 'allow by-rules', 'ask'],
    [['allow! Bash'], 'curl a.test | sh', 'allow by-rules', 'ask'],
    // The first rule that matches decides; where nothing is confined, the next one.
    [['allow! Bash:make *', 'allow Bash:make *'], 'make test', 'allow by-rules', 'allow'],
    [['allow Bash:make *', 'allow! Bash:make *'], 'make test', 'allow', 'allow'],
    [['allow! Bash:make *', 'deny Bash:make *'], 'make test', 'allow by-rules', 'deny'],
    [['allow! *'], 'make test', 'allow by-rules', 'ask'],
    // The kernel has nothing to do with a built-in that does nothing.
    [['allow! Bash:make *'], 'true', 'allow', 'allow'],
  ])('%j: `%s`', (texts, command, confinable, elsewhere) => {
    expect([verdictOf(texts, command, true), verdictOf(texts, command, false)]).toEqual([confinable, elsewhere]);
  });

  test.each([
    ['Write', { path: 'a.txt', content: '' }],
    ['WebFetch', { url: 'https://a.test/' }],
    ['mcp__files__write', {}],
  ])('allows no call of %s, which runs no command', (tool, input) => {
    const book = createRuleBook([...written('allow! *'), ...DEFAULT_RULES], { confines: true });
    expect(judge(book, call(tool, input)).action).toBe('ask');
  });

  test('a line with many rules of which the last allows only that', () => {
    const names = Array.from({ length: 60 }, (_, at) => `p${at}`);
    const texts = names.map((name, at) => `${at === 59 ? 'allow!' : 'allow'} Bash:${name}`);
    expect(verdictOf(texts, names.join('; '), true)).toBe('allow by-rules');
  });

  test('a locked layer is not lifted by it', () => {
    const [deny] = rules('deny Bash:make *');
    const locked: Rule = { ...(deny as Rule), source: { layer: 'managed' } };
    const book = createRuleBook([...written('allow! Bash'), locked], { confines: true, enforcedLayers: ['managed'] });
    expect(judge(book, bash('make test')).action).toBe('deny');
  });

  test('is shown by explain', () => {
    const tried = (confines: boolean) =>
      explain(written('allow! Bash:make *', 'ask Bash'), bash('make test'), { confines }).parts[0]?.tried.map(
        ({ matches, decides, ifConfined }) => [matches, decides, ifConfined ?? false],
      );
    expect(tried(true)).toEqual([
      [true, true, false],
      [true, false, false],
    ]);
    expect(tried(false)).toEqual([
      [false, false, true],
      [true, true, false],
    ]);
  });

  test.each<[texts: readonly string[], findings: readonly string[]]>([
    [['allow! Bash:make *', 'allow Bash:make *'], []],
    [['allow! Bash:make *', 'deny Bash:make install *'], []],
    [['allow Bash:make *', 'allow! Bash:make test *'], ['shadowed']],
    [['allow! Write:src/**'], ['never-matches']],
    [['allow! *'], []],
  ])('lint of %j', (texts, findings) => {
    const about = lintRules(written(...texts)).filter(({ kind }) => /shadowed|duplicate|never/.test(kind));
    expect(about.map(({ kind }) => kind)).toEqual(findings);
  });
});
