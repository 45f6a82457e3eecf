import type { ToolCall } from '@caliban/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { explain } from '../../src/inspect/explain.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import type { Rule } from '../../src/types/rule.ts';
import { bash, call, rules } from '../helpers/rules.ts';

/** For each part: its text, and the rules that matched, the deciding one marked. */
function walk(list: readonly Rule[], asked: ToolCall): string[] {
  return explain(list, asked)
    .parts.filter(({ verdict }) => verdict !== null)
    .map(({ part, tried }) => {
      const matched = tried.filter(({ matches }) => matches);
      const shown = matched.map(({ rule, decides }) => formatPattern(rule.pattern) + (decides ? '!' : ''));
      return `${part?.text ?? 'call'}: ${shown.join(' ')}`;
    });
}

describe('every rule is tried against every part', () => {
  const list = rules('deny Bash:~rm *', 'allow Bash:git *', 'allow Bash:g*', 'allow Write:out', 'ask Bash');

  test.each([
    ['git log', ['call: Bash:git *! Bash:g* Bash']],
    ['git log | grep x', ['git log: Bash:git *! Bash:g* Bash', 'grep x: Bash:g*! Bash']],
    ['git log > out', ['git log > out: Bash:git *! Bash:g* Bash', '> out: Write:out!']],
    [
      'git log; rm x',
      ['git log: Bash:~rm *! Bash:git * Bash:g* Bash', 'rm x: Bash:~rm *! Bash', 'git log; rm x: Bash:~rm *!'],
    ],
    ['$X y', ['$X y: Bash!']],
  ])('`%s`', (command, expected) => {
    expect(walk(list, bash(command))).toEqual(expected);
  });

  test('a locked deny decides, whatever comes before it', () => {
    const layered = [...rules('allow Bash'), ...rules('deny Bash:rm *')].map((rule, position) => ({
      ...rule,
      source: { ...rule.source, layer: position === 0 ? ('project' as const) : ('user' as const) },
    }));
    const { verdict, parts } = explain(layered, bash('git log; rm x'), { enforcedLayers: ['user'] });
    const deciding = parts.map(({ tried }) => tried.filter(({ decides }) => decides).map(({ rule }) => rule.action));
    expect([verdict.action, deciding.slice(0, 2)]).toEqual(['deny', [['allow'], ['deny']]]);
  });

  test('calls without parts', () => {
    expect(walk([...rules('allow Edit:src/**'), ...DEFAULT_RULES], call('Edit', { path: 'src/a' }))).toEqual([
      'call: Edit:src/**! Edit *',
    ]);
  });
});

test('what is explained is what is judged', () => {
  const ruleText = fc.constantFrom(
    'deny Bash:~rm *',
    'allow Bash:git *',
    'ask Bash:git',
    'allow Bash',
    'ask Bash',
    'allow Write:**',
    'deny *',
  );
  const command = fc.constantFrom(
    'git log',
    'git log && rm x',
    '$X',
    'git "',
    'git log > out',
    'A=1; git log',
    'PATH=x; ls',
    '',
    '( git a )',
  );
  fc.assert(
    fc.property(fc.uniqueArray(ruleText, { maxLength: 5 }), command, (texts, line) => {
      const list = rules(...texts);
      const explained = explain(list, bash(line));
      expect(explained.verdict).toEqual(judge(createRuleBook(list), bash(line)));
      for (const { verdict, tried } of explained.parts) {
        if (verdict?.because.kind !== 'rule') continue;
        const deciding = tried.filter(({ decides }) => decides);
        expect(deciding.map(({ rule }) => formatPattern(rule.pattern))).toEqual([
          formatPattern(verdict.because.rule.pattern),
        ]);
      }
    }),
    { numRuns: 400 },
  );
});
