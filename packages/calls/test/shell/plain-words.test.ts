import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import { isPlainCommand } from '../../src/shell/parse/plain-words.ts';
import { plainUnit } from '../../src/shell/walk/make-unit.ts';

describe('plain commands', () => {
  test.each([
    'ls',
    'git status',
    'npm run build -- --mode production',
    'git log --pretty=format:%h%x09%an -n 5 HEAD~1 HEAD^',
    'ls src/*.ts a?b [a-z]* .',
    'find . ! -name x',
    '[ -f x ]',
    '[ -f [a-z]* ]',
    '[',
    '~/bin/x ~ ~/y a~b',
    'nix eval .#description',
    'echo if then fi time',
    'export A=b',
    '/usr/bin/env a=b',
    'curl http://localhost:3000/a,b?c=d',
    'a'.repeat(65536),
  ])('%s', (text) => {
    expect(isPlainCommand(text)).toBe(true);
  });
});

describe('no plain commands', () => {
  test.each([
    ...['', ' ', ' ls', 'ls ', 'ls  -l', 'ls\t-l', 'ls\n', 'ls\nrm x', 'ls\r'],
    ...['ls;rm x', 'ls & rm x', 'ls | cat', 'ls > f', 'cat < f', '(ls)', '{ ls; }', 'echo {a,b}', 'git show stash@{0}'],
    ...["echo 'a'", 'echo "a"', 'echo \\a', 'echo $x', 'echo `x`', 'ls # x', '# x', 'ls #'],
    ...['A=1', 'A=1 ls', 'a+=b', 'l* x', 'r? x', '[a] x', '[[ a ]]', 'a[0] x', '! ls', '!x'],
    ...['if a', 'then', 'else', 'elif', 'fi', 'for x', 'while a', 'until a', 'do a', 'done', 'case x', 'esac', 'in x'],
    ...['select x', 'function f', 'coproc ls', 'time ls', 'time', 'read PATH', 'printf -v PATH x', 'mapfile a'],
    ...['let PATH=0', 'declare -i x=PATH=0', 'test -v a[PATH=0]', '[ -v a[PATH=0] ]', 'unset a[PATH=0]'],
    ...['ls ~root', '~root/x', 'ls =rm', '=rm x', 'ls é', 'ls \u00a0', 'ls\x1b', 'ls\x7f', `ls ${'a'.repeat(65536)}`],
  ])('%j', (text) => {
    expect(isPlainCommand(text)).toBe(false);
  });
});

/** The same, told word by word. */
function isPlainWordByWord(text: string): boolean {
  const [name, ...others] = text.split(' ') as [string, ...string[]];
  const startsPlain = (word: string) => /^[\w./:,+@%^-]/.test(word) || /^~(?:\/|$)/.test(word);
  const isName = startsPlain(name) && /^[\w./:,+@%^~#-]*$/.test(name) && !RESERVED_OR_FILLING.includes(name);
  const isEvaluated = EVALUATING.includes(name) && others.some((word) => /\w\[/.test(word));
  return (
    (isName || name === '[') &&
    !isEvaluated &&
    others.every((word) => (startsPlain(word) || /^[*?![\]]/.test(word)) && /^[\w./:,+@%^~#*?![\]=-]*$/.test(word))
  );
}

const RESERVED_OR_FILLING = [
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'select', 'while', 'until', 'do', 'done', 'case', 'in', 'esac'],
  ...['function', 'coproc', 'time', 'read', 'mapfile', 'readarray', 'getopts', 'printf'],
  ...['let', 'declare', 'typeset', 'local', 'integer', 'float'],
];

const EVALUATING = [
  ...['test', '[', 'unset', 'wait', 'export', 'readonly', 'exit', 'return', 'break', 'continue', 'shift'],
];

/** What the fast way answers without a grammar, the grammar must answer too. */
function expectOneUnit(text: string): void {
  const line = analyseCommandLine(text);
  const { words, directories, ...plain } = plainUnit(text);
  expect(line.units.map((unit) => ({ words: unit.words, directories: unit.directories }))).toEqual([
    { words, directories },
  ]);
  expect({ ...line, units: line.units.map((unit) => ({ ...unit, found: undefined })) }).toEqual({
    source: text,
    units: [{ ...plain, found: undefined }],
    redirects: [],
    assignments: [],
    problems: [],
    overLimit: false,
  });
}

describe('a plain command is its own one unit', () => {
  const words = constantFrom(
    ...[
      'ls',
      'git',
      'a',
      '-l',
      'if',
      'in',
      'do',
      'time',
      'export',
      'declare',
      'let',
      'eval',
      'alias',
      'unset',
      'read',
      'getopts',
      'printf',
      '-v',
      'test',
    ],
    ...[
      '[',
      ']',
      '[[',
      ']]',
      '*',
      '?',
      '!',
      'a=b',
      'a=*',
      'a[0]=1',
      '~',
      '~/x',
      'a~',
      '#',
      'a#b',
      '=',
      '==',
      '[a-z]',
      'a]b[c',
      '^',
      '%1',
      '@',
      '-',
      '--',
    ],
    ...['a:~', 'x=~/y', '1', '2', '+', ',', 'HOME', 'CDPATH', 'cd', '.', '..', '/', '//', 'a*[b', '?*', '!!', 'a!b'],
  );

  test.each([
    ['of likely words', array(words, { maxLength: 6 }).map((some) => some.join(' '))],
    ['of likely characters', string({ unit: constantFrom(...'ab-./=*?[]!~#^%@+,:1 '), maxLength: 24 })],
    ['of any characters', string({ unit: 'grapheme-ascii', maxLength: 12 })],
  ])('%s', (_, texts) => {
    assert(
      property(texts, (text) => {
        expect(isPlainCommand(text)).toBe(isPlainWordByWord(text));
        if (isPlainCommand(text)) expectOneUnit(text);
      }),
      { numRuns: runs(5000) },
    );
  });

  test('in zsh as well', () => {
    assert(
      property(array(words, { maxLength: 6 }), (some) => {
        const text = some.join(' ');
        if (isPlainCommand(text)) expect(analyseCommandLine(text, 'zsh').problems).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });
});
