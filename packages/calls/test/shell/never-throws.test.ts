import { array, assert, constantFrom, integer, oneof, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import { isPlainCommand } from '../../src/shell/parse/plain-words.ts';

const pieces = constantFrom(
  ...[
    '$(',
    '$((',
    '((',
    '(',
    ')',
    '))',
    '{',
    '}',
    '{ ',
    '; }',
    '${',
    '${x:-',
    '`',
    '\\',
    "'",
    '"',
    "$'",
    '$"',
    '$[',
    '<(',
    '>(',
    '[[ ',
    ' ]]',
  ],
  ...[
    'if ',
    '; then ',
    'fi',
    'case x in ',
    'x) ',
    ';; esac',
    'for x in ',
    '; do ',
    'done',
    'while ',
    'f() ',
    'function f ',
    'coproc ',
    'time ',
  ],
  ...[
    '<<E\n',
    "<<'E'\n",
    '\nE\n',
    '<<<',
    '>',
    '>&',
    '<&',
    '2>',
    '{x}>',
    '&&',
    '||',
    '|',
    '|&',
    '&',
    ';',
    '\n',
    ' ',
    '\\\n',
    '#',
    '# x\n',
  ],
  ...[
    'a',
    'rm x',
    'a=',
    'a[',
    ']=',
    'a=(',
    '*',
    '?',
    '[a]',
    '!(',
    '@(',
    '~',
    '{a,b}',
    '{1..3}',
    '$x',
    '${!x}',
    '${x@P}',
    '1+',
    'é',
    '👩‍💻',
  ],
  ...['\0', '\r', '\x1b', '\x7f', '\u202e', '\ud800', '\udc00', '\u00a0'],
);

describe('any text at all', () => {
  test.each([
    ['characters', string({ unit: 'binary', maxLength: 60 })],
    [
      'halves of characters',
      array(integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes)),
    ],
    ['pieces of shell', array(pieces, { maxLength: 40 }).map((some) => some.join(''))],
    [
      'repeated pieces',
      tuple(array(pieces, { minLength: 1, maxLength: 4 }), integer({ min: 1, max: 300 })).map(([some, times]) =>
        some.join('').repeat(times),
      ),
    ],
  ])('%s: never throws, and says what it was given', (_, texts) => {
    assert(
      property(texts, oneof(constantFrom('bash', 'zsh', 'sh', undefined)), (text, shell) => {
        isPlainCommand(text);
        const line = analyseCommandLine(text, shell);
        expect(line.source).toBe(text);
        expect(line.problems.every((problem) => problem.length < 200)).toBe(true);
        expect(
          line.units.every(({ name, plain }) => name === null || plain.startsWith(name) || name.startsWith('./~')),
        ).toBe(true);
        expect(line.redirects.every(({ directories }) => directories === null || directories.length > 0)).toBe(true);
        expect(line.units.every(({ words, directories }) => words.length >= 0 && directories?.length !== 0)).toBe(true);
        if (line.overLimit) expect(line.problems).not.toEqual([]);
      }),
      { numRuns: runs(1500) },
    );
  });
});

/** Found by a search for texts that take the grammar longer than their length warrants. */
describe('texts made to take long', () => {
  test.each([
    ...[
      '$(',
      '$((',
      '((',
      '(',
      '{',
      '{ ',
      '${',
      '${x:-',
      '"${x:-',
      '"$(',
      '`',
      '\\`',
      '$[',
      '<(',
      'a[',
      'a=(',
      '[[ ( ',
      '!(',
      '{a,',
      '{1..',
    ],
    ...[
      'if ',
      'while ',
      'case x in x) ',
      'f() ',
      'coproc ',
      '! ',
      'time ',
      '<<E ',
      '<<E\n',
      '\\\n',
      'a|',
      'a;',
      '&& ',
      '[ a ] && a[',
      '> a ',
    ],
    ...[
      '# \n$(case x in x) ',
      '$(case x in x) # \n',
      'cd a; ',
      'cd a>f && ',
      'for x in a; do cd b; ',
      'a[a[',
      "'$(' ",
      'x=${x:=',
      '(( x = ',
    ],
    ...['x+=a;', 'a+=(b);', 'a[1]=2;', 'a[$x]=1;', 'x=(a $x);', 'export x=a$x;', 'f() { cd a; };', 'x=$(ls);'],
    ...['a\\', "$'\\", '\ud800', '\0', '👩‍💻', ' ', 'x '],
  ])('%j, over and over', (piece) => {
    const text = piece.repeat(Math.ceil(65_536 / piece.length)).slice(0, 65_536);
    const start = process.cpuUsage();
    analyseCommandLine(text);
    isPlainCommand(text);
    const { user } = process.cpuUsage(start);
    // Many times what is measured: this tells a second from a minute, not a fast from a slow machine.
    expect(user / 1e6).toBeLessThan(5);
  });

  test('ten million characters', () => {
    const text = 'rm -rf x; '.repeat(1_000_000);
    expect(analyseCommandLine(text)).toEqual({
      source: text,
      units: [],
      redirects: [],
      assignments: [],
      problems: ['longer than 64 KiB'],
      overLimit: true,
    });
    expect(isPlainCommand(text)).toBe(false);
  });
});
