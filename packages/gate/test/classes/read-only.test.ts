import { describe, expect, test } from 'vitest';
import { compileStaticLists } from '../../src/classify/compile-static-lists.ts';

import { AUTO_MODE_LISTS } from '../../src/defaults/auto-mode-lists.ts';
import { absolutePath } from '../../src/text/path.ts';
import type { AbsolutePath } from '../../src/types/absolute-path.ts';
import { call, REPO } from '../helpers/rules.ts';
import { callOf, hit } from './tried.ts';

const none = { patterns: [], classes: [] };
const alone = compileStaticLists({
  hard_deny: none,
  soft_deny: none,
  allow: { patterns: [], classes: AUTO_MODE_LISTS.allow },
});

describe('harmless-reading', () => {
  test.each([
    'pwd',
    'ls',
    'ls -la src',
    'cat package.json',
    'cat /repo/package.json',
    'head -20 src/a.ts',
    'wc -l src/a.ts src/b.ts',
    'grep -rn "foo bar" src',
    "grep -E '^a|b$' src/a.ts",
    'grep -rn /api src',
    'grep -rne x src',
    'grep -C3 -i foo src/a.ts',
    'grep -A 3 foo src/a.ts',
    'grep -5 foo a.ts',
    'grep -e x -e y src/a.ts',
    'grep -f words.txt src/a.ts',
    'grep -fwords.txt src/a.ts',
    'grep --regexp=foo src',
    'grep -rn --include="*.ts" --exclude-dir=node_modules --color=never foo src',
    'grep -rl -- --foo src',
    'grep -v x',
    'rg -n -- -x src',
    'cut -d/ -f2 a.txt',
    'cut -d , -f 1,2 a.csv',
    'du -sh src',
    'du -d1 .',
    'cat - a.ts',
    'echo "- see docs/x.md"',
    'echo -- -x',
    'tail -n +5 a.ts',
    'git diff -- src/a.ts',
    'rg -n foo src',
    'rg --files',
    'find . -name "*.ts" -type f',
    'sort -u x.txt',
    'uniq -c x.txt',
    'git status',
    'git status --short',
    'git diff',
    'git diff --stat HEAD~3 -- src/a.ts',
    'git --no-pager log --oneline -20',
    'git log --format="%h %s" main..HEAD',
    'git show HEAD:src/a.ts',
    'git branch -a',
    'git rev-parse HEAD',
    'ls src && cat a.ts | head -5',
    'cat a.ts | grep x | sort | uniq -c',
    'cd src && ls',
    '[ -f a.ts ] && cat a.ts',
    'echo "see /etc/hosts"',
    'rg -g "*.ts" -n foo src',
    'ls 2>/dev/null',
    'node --version',
    'NO_COLOR=1 ls',
    'cat {a,b}',
    'for f in a b; do cat a.ts; done',
    'echo "done"',
    'cat < a.ts',
    'cat < /repo/a.ts | sort',
    'cat a.ts < /dev/null',
    'cd src && cat a.ts && cd lib && head -5 b.ts',
    'cd src; cat a.ts',
    '(cd src && grep -rn x lib); cat a.ts',
    'for f in a b; do (cd src && ls lib); done',
    'cd src || exit 1',
  ])('allows `%s`', (command) => {
    expect(alone(callOf(command))?.list).toBe('allow');
  });

  test.each([
    ['an option that writes', 'git diff --output=x'],
    ['the same, abbreviated', 'git log --outp=x'],
    ['an option that runs something', 'git diff --ext-diff'],
    ['textconv', 'git show --textconv HEAD:x'],
    ['a pager of one’s own', 'git -c core.pager=./x log'],
    ['another git directory', 'git --git-dir=/x/.git log'],
    ['git grep opens a pager', 'git grep -Ox foo'],
    ['creates a branch', 'git branch new'],
    ['deletes a branch', 'git branch -D x'],
    ['creates a tag', 'git tag v1'],
    ['outside of the repository', 'git diff /etc/passwd /dev/null'],
    ['no index', 'git diff --no-index a b'],
    ['sort to a file', 'sort -o x y'],
    ['sort to a file, attached', 'sort -oy x'],
    ['sort to a file, long', 'sort --output=x y'],
    ['sort to a file, abbreviated', 'sort --o=x y'],
    ['sort with a program', 'sort --compress-program=./x y'],
    ['uniq to a file', 'uniq a b'],
    ['rg with a program', 'rg --pre ./x foo'],
    ['rg with a program, attached', 'rg --pre=./x foo'],
    ['rg with a program for the host name', 'rg --hostname-bin=./x foo'],
    ['find runs', 'find . -exec ls {} +'],
    ['find deletes', 'find . -delete'],
    ['find writes', 'find . -fprint x'],
    ['find asks and runs', 'find . -ok ls'],
    ['file compiles magic', 'file -C -m x'],
    ['sets the clock', 'date -s 2020-01-01'],
    ['sets the clock by an operand', 'date 01010000'],
    ['sets the name', 'hostname x'],
    ['a file outside', 'cat /etc/passwd'],
    ['a file at home', 'cat ~/notes.txt'],
    ['a file above', 'cat ../x'],
    ['a file above, later', 'cat a/../../x'],
    ['a directory outside', 'cd / && ls'],
    ['the home directory', 'cd && cat notes.txt'],
    ['the directory before', 'cd - && cat notes.txt'],
    ['an operand that is evaluated', "test -v 'a[$(./x)]'"],
    ['a number that is evaluated', "[ 'a[$(./x)]' -eq 1 ]"],
    ['a list from outside', 'grep --file=/etc/passwd x'],
    ['a list from outside, by another option', 'ls-files --exclude-from=/etc/passwd'],
    ['a search outside', 'grep -rn token /'],
    ['a search outside, by option', 'grep -e x /etc/passwd'],
    ['a search outside, bundled', 'grep -rne x /etc/passwd'],
    ['a search outside, abbreviated', 'grep --regex=root /etc/passwd'],
    ['a search outside, abbreviated and apart', 'grep --reg root /etc/passwd'],
    ['a search outside, behind a number', 'grep -1eroot /etc/passwd'],
    ['a search outside, behind `--`', 'grep -- -i /etc/passwd'],
    ['a search outside by rg, behind `--`', 'rg -- -i /etc/passwd'],
    ['a list from outside, glued', 'grep -f/etc/passwd src/x'],
    ['a list from outside, glued to a bundle', 'grep -3rf/etc/passwd src/x'],
    ['a list from above, glued', 'grep -f../x src/x'],
    ['a list from outside, abbreviated', 'grep --fil=/etc/passwd src/x'],
    ['files to leave out, from outside', 'grep -r --exclude-from /etc/passwd x'],
    ['an option of grep that is not known', 'grep --unheard-of x src'],
    ['a list of files from outside, glued', 'du -X/etc/passwd src'],
    ['a path glued to any option', 'ls -X/etc/passwd'],
    ['an option behind `--`', 'sort -- -ox'],
    ['an option behind a `--` that is a value', 'rg -g -- --pre=./x foo'],
    ['the same, for grep', 'grep -A -- -f/etc/passwd x'],
    ['the directory before, behind `--`', 'cd -- - && cat notes.txt'],
    ['a predicate behind `--`', 'find -- -delete'],
    ['a file known later', 'cat $F'],
    ['a file known later, quoted', 'cat "$F"'],
    ['a glob', 'cat .e*'],
    ['braces that lead outside', 'cat {a,/etc/passwd}'],
    ['an option known later', 'X=--output=y; git diff $X'],
    ['a substitution', 'cat $(./x)'],
    ['a process substitution', 'cat <(./x)'],
    ['an output', 'cat a > b'],
    ['an output below a substitution', 'cat <(cat a > b)'],
    ['another command', 'ls && ./x'],
    ['another command, piped', 'ls | ./x'],
    ['a path to the program', './ls'],
    ['a variable for the loader', 'LD_PRELOAD=./x.so ls'],
    ['a variable for git', 'GIT_EXTERNAL_DIFF=./x git diff'],
    ['a path of programs', 'PATH=.; ls'],
    ['a function of that name', 'ls() { ./x; }; ls'],
    ['an alias', 'alias ls=./x; ls'],
    ['a version of what is not known', './x --version'],
    ['opaque', 'ls "unclosed'],
    ['printf into a variable', 'printf -v PATH x; ls'],
    ['network', 'cat /dev/tcp/x/1'],
    ['input from outside', 'cat < /etc/passwd'],
    ['input from outside, for a program that takes text', 'tr a b < /etc/passwd'],
    ['input from outside, for another command', '{ ls; cat; } < ~/notes.txt'],
    ['input from above', 'cat < ../x'],
    ['input known later', 'cat < "$F"'],
    ['a directory that is not known', 'for x in 1 2; do cd src; cat a.ts; done'],
    ['a `cd` that looks elsewhere first', 'CDPATH=/etc; cd ssl && cat a.ts'],
  ])('does not let ride: %s', (_, command) => {
    expect(alone(callOf(command))).toBeNull();
  });

  test('a link that leads out of the workspace is outside', () => {
    const linked = {
      ...REPO,
      realPath: (path: string) => absolutePath(path.replace('/repo/notes.txt', '/etc/passwd')),
    };
    expect(alone(call('Bash', { command: 'cat notes.txt' }, linked))).toBeNull();
  });

  describe('a link below the directory that a line moves to', () => {
    const realPath = (path: AbsolutePath) => absolutePath(path.replace(/^\/repo\/sub\/l(?=\/|$)/, '/'));

    test.each([
      ['cd sub && cat l/etc/passwd', null],
      ['cd sub; cat l/etc/passwd', null],
      ['cat l/etc/passwd; cd sub && NO_COLOR=1 cat l/etc/passwd', null],
      ['if cd sub; then cat l/etc/passwd; fi', null],
      ['cd sub && cat < l/etc/passwd', null],
      ['cd sub/l && ls', null],
      ['cd sub && cat a.ts', 'allow'],
      ['cat l/etc/passwd', 'allow'],
    ])('`%s` → %s', (command, list) => {
      expect(alone(call('Bash', { command }, { ...REPO, realPath }))?.list ?? null).toBe(list);
    });
  });

  test('without a home nobody knows where `~` is', () => {
    expect(alone(call('Bash', { command: 'cat ~/a.ts' }, { workspace: REPO.workspace }))).toBeNull();
  });

  test('the deny lists stand before it', () => {
    expect(['cat .env', 'cat < ~/.netrc', 'ls; rm -rf x'].map((command) => hit(command)?.list)).toEqual([
      'soft_deny',
      'hard_deny',
      'soft_deny',
    ]);
  });
});
