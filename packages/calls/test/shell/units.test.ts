import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';

describe('a unit', () => {
  test.each([
    {
      line: 'git  commit\t-m "a  b" \'c\'',
      unit: {
        text: 'git commit -m "a  b" \'c\'',
        raw: 'git  commit\t-m "a  b" \'c\'',
        plain: 'git commit -m a  b c',
        name: 'git',
        assignments: [],
        command: 'git commit -m "a  b" \'c\'',
      },
    },
    {
      line: '2>err A=1 B="x y" git >out log < in',
      unit: {
        text: 'A=1 B="x y" git log',
        raw: '2>err A=1 B="x y" git >out log < in',
        plain: 'git log',
        name: 'git',
        assignments: [
          { name: 'A', text: 'A=1', value: '1' },
          { name: 'B', text: 'B="x y"', value: 'x y' },
        ],
        command: 'git log',
      },
    },
    {
      line: 'g\\\nit \\\n  sta"t\\\nus" \'a\\\nb\'',
      unit: {
        text: 'git sta"tus" \'a\\\nb\'',
        raw: 'g\\\nit \\\n  sta"t\\\nus" \'a\\\nb\'',
        plain: 'git status a\\\nb',
        name: 'git',
        assignments: [],
        command: 'git sta"tus" \'a\\\nb\'',
      },
    },
    {
      line: 'A=a\\\nb C=$(x) D=~/e F+=1 G[0]=2 H=(i) git',
      unit: {
        text: 'A=ab C=$(x) D=~/e F+=1 G[0]=2 H=(i) git',
        raw: 'A=a\\\nb C=$(x) D=~/e F+=1 G[0]=2 H=(i) git',
        plain: 'git',
        name: 'git',
        assignments: [
          { name: 'A', text: 'A=ab', value: 'ab' },
          { name: 'C', text: 'C=$(x)', value: null },
          { name: 'D', text: 'D=~/e', value: null },
          { name: 'F', text: 'F+=1', value: '1' },
          { name: 'G', text: 'G[0]=2', value: '2' },
          { name: 'H', text: 'H=(i)', value: null },
        ],
        command: 'git',
      },
    },
    {
      line: 'export A="b c" d',
      unit: {
        text: 'export A="b c" d',
        raw: 'export A="b c" d',
        plain: 'export A=b c d',
        name: 'export',
        assignments: [],
        command: 'export A="b c" d',
      },
    },
    {
      line: 'diff --a=<(x) $(y) "$z"',
      unit: {
        text: 'diff --a=<(x) $(y) "$z"',
        raw: 'diff --a=<(x) $(y) "$z"',
        plain: 'diff --a=<(x) $(y) $z',
        name: 'diff',
        assignments: [],
        command: 'diff --a=<(x) $(y) "$z"',
      },
    },
  ])('$line', ({ line, unit }) => {
    expect(analyseCommandLine(line).units[0]).toMatchObject(unit);
  });

  test('inside backticks is read after their escapes are resolved', () => {
    const { units } = analyseCommandLine('echo `cat "\\\\$x" \\`rm "y"\\` > \\$f`');
    expect(units.map(({ raw, plain }) => [raw, plain])).toEqual([
      ['echo `cat "\\\\$x" \\`rm "y"\\` > \\$f`', 'echo `cat "\\\\$x" \\`rm "y"\\` > \\$f`'],
      ['cat "\\$x" `rm "y"` > $f', 'cat $x `rm "y"`'],
      ['rm "y"', 'rm y'],
    ]);
  });
});

describe('the name', () => {
  test.each<[command: string, name: string | null]>([
    ['rm x', 'rm'],
    ["r''m x", 'rm'],
    ['\\rm x', 'rm'],
    ['r\\\nm x', 'rm'],
    ["$'\\x72m' x", 'rm'],
    ["$'rm\\0x' y", null],
    ["$'r\\\nm' y", null],
    ['$"rm" y', null],
    ['"git status"', 'git status'],
    ['~/bin/x', '~/bin/x'],
    ["'~/bin/x'", './~/bin/x'],
    ["'~x'", '~x'],
    ['~root/x', null],
    ['[ a ]', '['],
    ['[a] b', null],
    ['r?', null],
    ['{rm,x}', null],
    ['{rm}x,}', null],
    ['{1..3}', null],
    ['{} a', '{}'],
    ['r$@m', null],
    ['$x', null],
    ['"$x"', null],
    ['$(x)', null],
    ['`x`', null],
    ['<()rm x', null],
    ['g<()it x', null],
    ['"" x', null],
  ])('%j → %s', (command, name) => {
    expect(analyseCommandLine(command).units[0]?.name).toBe(name);
  });
});

describe('variables set without a command', () => {
  test.each<[line: string, set: string[]]>([
    ['a=b c=d', ['a=b', 'c=d']],
    ['A=1 git status', []],
    ['for PATH in /tmp/evil; do git status; done', ['for PATH in /tmp/evil']],
    ['select PATH in a b; do ls; done', ['select PATH in a b']],
    ['(( PATH = 5, i++ )); echo $((x += 1)) $((a[1] = 2)) $((x == 1))', ['PATH = 5', 'i++', 'x += 1', 'a[1] = 2']],
    ['for ((i = 0; i < 3; i++)); do ls; done', ['i = 0', 'i++']],
    ['echo ${PATH:=/tmp} ${x=$y} ${z:-1}', ['PATH=/tmp', '${x=$y}']],
    ['coproc PATH { ls; }', ['coproc PATH']],
    ['read -r PATH; printf -v IFS x; printf %s x', ['PATH=…', 'IFS=…']],
    ["read 'PATH[0]'; read -aIFS; printf -v 'CC[0]' x; mapfile ENV[1]", ['PATH[0]=…', 'IFS=…', 'CC[0]=…', 'ENV[1]=…']],
    ['v=PATH; read $v; printf -v "$v" x', ['v=PATH', 'PATH=…']],
    ['v=-vPATH; printf $v x', ['v=-vPATH', 'PATH=…']],
    ["v='-v PATH'; printf $v x", ["v='-v PATH'", 'PATH=…']],
    ['wait -p PATH; wait -npIFS; wait -n $p', ['PATH=…', 'IFS=…']],
    ['while getopts "ab:" opt "$@"; do ls; done', ['opt=…']],
    ['read -rp "Is $PATH ok? " x; printf "$y" z', ['x=…']],
    ['ls {PATH}> f', ['{PATH}']],
    // By arithmetic in a word, or in what a variable holds.
    ['a[PATH=0]=1', ['a[PATH=0]=1', 'PATH=0']],
    ['echo ${a[PATH=0]} ${y:IFS=1} ${y:0:CC=2}', ['PATH=0', 'IFS=1', 'CC=2']],
    ['[[ PATH=0 -eq 0 && x == IFS=1 ]]; (( a[CC=2] ))', ['PATH=0', 'CC=2']],
    ['read a[PATH=0]; [ -v b[IFS+=1] ]; unset "c[CC++]"', ['PATH=0', 'a[PATH=0]=…', 'IFS+=1', 'CC++']],
    ['x=PATH=0; echo $((x))', ['x=PATH=0', 'PATH=0']],
    ["x='++PATH'; y=x; echo ${z:y}", ["x='++PATH'", 'y=x', '++PATH']],
    ['x=PATH=0; RANDOM=x', ['x=PATH=0', 'RANDOM=x', 'PATH=0']],
    ['x=$(echo PATH=0); echo $((x))', ['x=$(echo PATH=0)', 'PATH=0']],
    ['declare -i x=PATH=0; let IFS=1', ['PATH=0', 'IFS=1']],
    ['x=PATH=0; y=1; echo "$x" $((y == 1)) ${a[y>=2]}', ['x=PATH=0', 'y=1']],
  ])('%s', (line, set) => {
    expect(analyseCommandLine(line).assignments.map(({ text }) => text)).toEqual(set);
  });

  test('are known by their names', () => {
    const { assignments } = analyseCommandLine(
      'for a in x; do (( b[0] += 1 )); done; c[1]=2; : ${d:=3}; coproc e { ls; }',
    );
    expect(assignments.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
