import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { matchesText, parseTextGlob } from '../../src/globs/text-glob.ts';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import { operatorCount, operatorsSpelt } from '../../src/shell/operators.ts';
import type { ChainText, OperatorSet } from '../../src/types/command-line.ts';

function chainsOf(line: string, spelt?: OperatorSet): readonly ChainText[] {
  return [...(analyseCommandLine(line).chains?.(spelt) ?? [])].filter((chain) => chain !== 'too many');
}

/** With blanks around the operators; the spellings without them say the same. */
function chains(line: string, commands: number): readonly string[] {
  const found = chainsOf(line).filter((chain) => chain.commands === commands);
  return found.filter((_, index) => index % 2 === 0).map(({ text }) => text);
}

describe('commands side by side', () => {
  test.each<[line: string, commands: number, texts: string[]]>([
    ['ls', 2, []],
    ['a|b', 2, ['a | b']],
    ['a\t|&\n b', 2, ['a |& b', 'a | b']],
    ['/bin/a x | b', 2, ['/bin/a x | b', 'a x | b']],
    ['a&&b||c', 2, ['a && b', 'b || c']],
    ['a&&b||c', 3, ['a && b || c']],
    ['a;b&c\nd', 2, ['a; b', 'b & c', 'c; d']],
    ['a | b && c; d', 4, ['a | b && c; d']],
    ['! a | b', 2, ['a | b']],
    ['A=1 a 2>&1 | B=2 b >out', 2, ['a | b']],
    ["a 'x y' | b", 2, ['a x y | b', "a 'x y' | b"]],
    ['a; (b|c)', 2, ['a; b', 'b | c']],
    ['{ a; } 2>&1 | (b)', 2, ['a | b', 'a | b']],
    ['(x; a) | { b; y; }', 2, ['x; a', 'a | b', 'a | b', 'a | y', 'b; y', 'x | b', 'x | y']],
    [
      'a | if b; then c; elif d; then e; else f; fi',
      2,
      ['a | b', 'a | c', 'a | d', 'a | e', 'a | f', 'a | if b; then c; elif d; then e; else f; fi'],
    ],
    ['for x in y; do a; done | b', 2, ['a | b', 'for x in y; do a; done | b']],
    ['until a; do b; done | c', 2, ['a | c', 'b | c', 'until a; do b; done | c']],
    ['a | case x in y) b;; z) c;; esac', 2, ['a | b', 'a | c', 'a | case x in y) b;; z) c;; esac']],
    ['{ (a; b) | c; } | d', 2, ['a; b', 'b | c', 'c | d', 'a | c', 'b | c', 'a | d', 'b | d', 'c | d']],
    ['x=b; a | $x', 2, ['; a', 'a | $x', 'a | b']],
    ['a | b$@ | $(echo c) d', 3, ['a | b$@ | $(echo c) d', 'a | b | c d']],
    ['a | b | { c; d; }', 3, ['a | b | c', 'a | b | c', 'a | b | d', 'b | c; d']],
    [
      '{ a; b; } | c | (d; e)',
      3,
      ['a | c | d', 'a | c | e', 'b | c | d', 'b | c | d', 'b | c | e', 'a; b | c', 'c | d; e'],
    ],
    ['a | { b; } | c', 2, ['a | b', 'a | b', 'a | c', 'b | c', 'b | c']],
    ['a | b | while c; do d; done', 3, ['a | b | c', 'a | b | d', 'a | b | while c; do d; done']],
    ['a | b | c | d | e | f', 6, ['a | b | c | d | e | f']],
    ['a; b; c; d; e', 5, []],
    ['if a|b; then c; d; fi', 2, ['a | b', 'c; d']],
    ['echo $(a|b)', 2, ['a | b']],
    ['f() { a|b; }', 2, ['a | b']],
    ['coproc { a|b; }', 2, ['a | b']],
    ['for x in y; do a|b; done', 2, ['a | b']],
    ['case x in y) a|b;; esac', 2, ['a | b']],
  ])('%s, %i of them', (line, commands, texts) => {
    expect(chains(line, commands).toSorted()).toEqual(texts.toSorted());
  });

  test('with blanks and without', () => {
    expect(chainsOf('a ; b')).toEqual([
      { text: 'a; b', commands: 2, isPiped: false },
      { text: 'a;b', commands: 2, isPiped: false },
    ]);
  });

  test.each<[about: string, line: string, areTooMany: boolean]>([
    ['a long pipe', `a${'|a'.repeat(80)}`, false],
    ['a very long pipe', `a${'|a'.repeat(100)}`, true],
    ['long groups', `{ ${'a;'.repeat(300)}} | { ${'a;'.repeat(300)}}`, false],
    ['very long groups', `{ ${'a;'.repeat(400)}} | { ${'a;'.repeat(400)}}`, true],
    ['pipes in pipes', `{ ${'{ a|a|a|a|a|a|a|a|a|a; }|'.repeat(12)} a; }`, true],
    ['pipes into groups, in each other', `${'a | ( '.repeat(200)}a${' )'.repeat(200)}`, true],
    ['pipes out of loops, in each other', `${'while a; do '.repeat(200)}b${'; done | c'.repeat(200)}`, false],
    ['pipes out of long loops, in each other', `${'while a;a;a; do '.repeat(200)}b${'; done | c'.repeat(200)}`, true],
    ['many commands', 'a;'.repeat(9000), false],
    ['groups at both ends', `{ ${'a;'.repeat(200)}} | b | { ${'a;'.repeat(200)}}`, false],
    ['long groups at both ends', `{ ${'a;'.repeat(300)}} | b | { ${'a;'.repeat(300)}}`, true],
    ['a long text between groups', `{ ${'a;'.repeat(90)}} | b ${'c'.repeat(9000)} | { ${'a;'.repeat(90)}}`, true],
  ])('%s', (_about, line, areTooMany) => {
    expect([...(analyseCommandLine(line).chains?.() ?? [])].includes('too many')).toBe(areTooMany);
  });

  test('none where the grammar gave up', () => {
    expect(analyseCommandLine(`a | b; ${'$['.repeat(30000)}`).chains).toBeUndefined();
  });
});

describe('only those that a pattern may match', () => {
  test.each<[line: string, pattern: string, texts: string[]]>([
    ['a && b | c', 'x *', []],
    ['a && b | c', '* | sh', ['b | c', 'b|c']],
    ['a && b | c', '* && * | *', ['a && b | c', 'a&&b|c']],
    ['a\nb', '*; b', ['a; b', 'a;b']],
    ["a '|' && b", '* | *', ['a | && b', 'a |&&b', "a '|' && b", "a '|'&&b"]],
    ["a $'\\x7c' && b", '* | *', ['a | && b', 'a |&&b', "a $'\\x7c' && b", "a $'\\x7c'&&b"]],
  ])('`%s` for `%s`', (line, pattern, texts) => {
    expect(chainsOf(line, operatorsSpelt(pattern)).map(({ text }) => text)).toEqual(texts);
  });

  test('nothing is missed that a pattern with as many operators matches', () => {
    const words = fc.constantFrom(
      'a',
      'b',
      "'x | y'",
      '"&"',
      "$'\\x3b'",
      '2>&1',
      '$(a;b)',
      'c\\;d',
      '{ a; b; }',
      'A=1',
    );
    const operators = fc.constantFrom(' | ', '|&', ' && ', '||', ';', ' & ', '\n', ' ');
    const pieces = fc.constantFrom('a', 'b', 'x', '*', '*', '?', ' ', ' | ', '|', '&', ' && ', ';', '; ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, operators), { minLength: 2, maxLength: 6 }),
        fc.array(pieces, { minLength: 1, maxLength: 7 }),
        (line, glob) => {
          const source = line.flat().join('');
          const pattern = glob.join('');
          const count = operatorCount(pattern);
          const matching = chainsOf(source).filter(
            ({ text, commands, isPiped }) =>
              (isPiped ? count > 0 && count < commands : count === commands - 1) &&
              matchesText(parseTextGlob(pattern), text),
          );
          expect(chainsOf(source, operatorsSpelt(pattern))).toEqual(expect.arrayContaining(matching));
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
