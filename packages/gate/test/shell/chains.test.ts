import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import { operatorCount, operatorsSpelt } from '../../src/shell/operators.ts';
import { matchesText, parseTextGlob } from '../../src/text/text-glob.ts';

/** With blanks around the operators; the spellings without them say the same. */
function chains(line: string, commands: number): readonly string[] {
  const found = [...(analyseCommandLine(line).chains?.() ?? [])].filter((chain) => chain.commands === commands);
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
    ['{ a; } 2>&1 | (b)', 2, ['a | b']],
    ['(x; a) | { b; y; }', 2, ['x; a', 'a | b', 'b; y']],
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
    expect([...(analyseCommandLine('a ; b').chains?.() ?? [])]).toEqual([
      { text: 'a; b', commands: 2 },
      { text: 'a;b', commands: 2 },
    ]);
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
    const found = analyseCommandLine(line).chains?.(operatorsSpelt(pattern)) ?? [];
    expect(Array.from(found, ({ text }) => text)).toEqual(texts);
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
          const { chains } = analyseCommandLine(line.flat().join(''));
          const pattern = glob.join('');
          const matching = Array.from(chains?.() ?? []).filter(
            ({ text, commands }) =>
              operatorCount(pattern) === commands - 1 && matchesText(parseTextGlob(pattern), text),
          );
          const kept = Array.from(chains?.(operatorsSpelt(pattern)) ?? []);
          expect(kept).toEqual(expect.arrayContaining(matching));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
