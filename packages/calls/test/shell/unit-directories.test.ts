import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';

describe('where a command runs', () => {
  const HERE: string[] = [];
  test.each<[line: string, directories: (string[][] | null)[]]>([
    // All of them where the line starts.
    ['ls', [[HERE]]],
    ['cd a', [[HERE]]],
    ['ls; cat x', [[HERE], [HERE]]],
    ['for x in 1 2; do cat a; done; ls', [[HERE], [HERE]]],
    ['f() { cat a; }; f', [[HERE], [HERE]]],
    // The same as for redirects, which have the long table.
    ['cd a && ls', [[HERE], [['a']]]],
    ['cd a; ls', [[HERE], [['a'], HERE]]],
    ['(cd a && ls); ls', [[HERE], [['a']], [HERE]]],
    ['cd && ls "$(cat x)"', [[HERE], [['~']], [['~']]]],
    ['HOME=/x; cd && ls', [[HERE], null]],
    ['CDPATH=/x; cd a && ls', [null, null]],
    ['for x in 1 2; do cd a; ls; done; cat b', [null, null, null]],
    ['ls; while cd a; do ls; done', [[HERE], null, null]],
    ['f() { ls; }; cd a && f', [null, [HERE], [['a']]]],
    ['exit; cd a && ls', [[HERE], null, null]],
  ])('%j', (line, directories) => {
    expect(analyseCommandLine(line).units.map((unit) => unit.directories)).toEqual(directories);
  });
});
