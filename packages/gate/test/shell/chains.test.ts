import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';

/** With blanks around the operators; the spellings without them say the same. */
function chains(line: string, commands: number): readonly string[] {
  const found = [...(analyseCommandLine(line).chains?.() ?? [])].filter((chain) => chain.commands === commands);
  return found.filter((_, index) => index % 2 === 0).map(({ text }) => text);
}

describe('commands side by side', () => {
  test.each<[line: string, commands: number, texts: string[]]>([
    ['ls', 2, []],
    ['a|b', 2, ['a | b']],
    ['a\t|&\n b', 2, ['a |& b']],
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
