import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';

/** The words of the first command that is not `a`: the value, or what it may be, in brackets, where that is not sure. */
function words(line: string): readonly string[] {
  const { words: found = [] } = analyseCommandLine(line).units.find(({ name }) => name !== 'a') ?? {};
  return found.map(({ value, possible }) => value ?? `[${possible.join('|')}]`);
}

describe('the words a program is given', () => {
  test.each<[line: string, words: string[]]>([
    ['git push origin', ['git', 'push', 'origin']],
    ['git "push" \'a b\' c\\ d', ['git', 'push', 'a b', 'c d']],
    ['git commit -m "a  b" --author=\'x y\'', ['git', 'commit', '-m', 'a  b', '--author=x y']],
    ["echo $'a\\tb'", ['echo', 'a\tb']],
    ['export A="b c" d', ['export', 'A=b c', 'd']],
    ['cat ~/x "~/y"', ['cat', '~/x', '~/y']],
    ['rm *.ts', ['rm', '[*.ts]']],
    ['rm {a,b}.ts', ['rm', 'a.ts', 'b.ts']],
    // What the line tells of its variables.
    ['x=push; git $x', ['git', 'push']],
    ['x="push -f"; git $x', ['git', 'push', '-f']],
    ['x="a b"; git commit -m "$x"', ['git', 'commit', '-m', 'a b']],
    ['x=; git $x log', ['git', 'log']],
    ['git $x', ['git', '[]']],
    ['a && x=push; git $x', ['git', '[push|]']],
    ['for x in pull push; do git $x; done', ['git', '[pull|push]']],
    ['git $(echo push)', ['git', 'push']],
    ['git $(cat f)', ['git', '[]']],
    ['git log > out 2>&1', ['git', 'log']],
  ])('%j', (line, expected) => {
    expect(words(line)).toEqual(expected);
  });
});
