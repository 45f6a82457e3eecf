import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import type { Redirect } from '../../src/types/command-line.ts';
import type { Shell } from '../../src/types/tool-call.ts';

type Access = Redirect['access'];

describe('what is opened', () => {
  test.each<[line: string, opened: [access: Access, text: string, target: string | null, unit: number | null][]]>([
    ['ls > out', [['write', '> out', 'out', 0]]],
    ['ls >out', [['write', '>out', 'out', 0]]],
    ['ls >> out', [['write', '>> out', 'out', 0]]],
    ['ls >| out', [['write', '>| out', 'out', 0]]],
    ['ls &> out', [['write', '&> out', 'out', 0]]],
    ['ls &>> out', [['write', '&>> out', 'out', 0]]],
    [
      'ls <> both',
      [
        ['write', '<> both', 'both', 0],
        ['read', '<> both', 'both', 0],
      ],
    ],
    ['ls >& out', [['write', '>& out', 'out', 0]]],
    ['ls 2> err', [['write', '2> err', 'err', 0]]],
    ['ls {fd}> out', [['write', '{fd}> out', 'out', 0]]],
    ['cat < in', [['read', '< in', 'in', 0]]],
    ['echo "$(< in)"', [['read', '< in', 'in', null]]],
    // Only other descriptors, or nothing.
    ['ls 2>&1 >&2 3>&- 2>&1- <&- <&3 >&"1"', []],
    ['cat <<< word; cat <<EOF\n> body\nEOF', []],
    ['ls > >(cat) < <(cat) 2> >(grep x >&2)', []],
    // `>&` with something only known at run time may be either; only the standard output may be given a file like this.
    ['ls >&$x', [['write', '>&$x', null, 0]]],
    ['ls 1>&"$x"', [['write', '1>&"$x"', null, 0]]],
    ['ls 2>&$x', []],
    ['ls > $HOME/a', [['write', '> $HOME/a', '~/a', 0]]],
    ['ls > "${HOME}/a b"', [['write', '> "${HOME}/a b"', '~/a b', 0]]],
    ['ls > $HOME', [['write', '> $HOME', '~', 0]]],
    ['ls > $HOMEa/b', [['write', '> $HOMEa/b', null, 0]]],
    ['ls > $HOME$x', [['write', '> $HOME$x', null, 0]]],
    ['ls > ${HOME%/*}/a', [['write', '> ${HOME%/*}/a', null, 0]]],
    ['HOME=/x; ls > $HOME/a', [['write', '> $HOME/a', null, 0]]],
    ['ls > $HOME/a; unset HOME', [['write', '> $HOME/a', null, 0]]],
    ["ls >& '$HOME/a'", [['write', ">& '$HOME/a'", '~/a', 0]]],
    ["ls >& '$x/a'", [['write', ">& '$x/a'", null, 0]]],
    ['ls 2>&file', [['write', '2>&file', 'file', 0]]],
    // Where it hangs.
    ['> out', [['write', '> out', 'out', null]]],
    ['A=1 > out', [['write', '> out', 'out', null]]],
    ['> out ls', [['write', '> out', 'out', 0]]],
    ['ls; cat f > out', [['write', '> out', 'out', 1]]],
    ['{ ls; } > out', [['write', '> out', 'out', null]]],
    [
      'for x in a; do ls > in; done > out',
      [
        ['write', '> in', 'in', 0],
        ['write', '> out', 'out', null],
      ],
    ],
    [
      'ls > a > b',
      [
        ['write', '> a', 'a', 0],
        ['write', '> b', 'b', 0],
      ],
    ],
    // Quote removal.
    ['ls > "a b"', [['write', '> "a b"', 'a b', 0]]],
    ["ls > a'b'\\ c", [['write', "> a'b'\\ c", 'ab c', 0]]],
    ["ls > $'a\\x62'", [['write', "> $'a\\x62'", 'ab', 0]]],
    ['ls > o\\\nut', [['write', '> o\\\nut', 'out', 0]]],
    // Known only at run time.
    ['ls > $x', [['write', '> $x', null, 0]]],
    ['ls > "a$x"', [['write', '> "a$x"', null, 0]]],
    ['ls > $(rm x)', [['write', '> $(rm x)', null, 0]]],
    ['ls > a*', [['write', '> a*', null, 0]]],
    ['ls > {a,b}', [['write', '> {a,b}', null, 0]]],
    ['ls > {a}b,c}', [['write', '> {a}b,c}', null, 0]]],
    ['ls > ""', [['write', '> ""', null, 0]]],
    // Tildes.
    ['ls > ~/x', [['write', '> ~/x', '~/x', 0]]],
    ['ls > ~', [['write', '> ~', '~', 0]]],
    ['ls > ~/"x y"', [['write', '> ~/"x y"', '~/x y', 0]]],
    ['ls > ~\\\n/x', [['write', '> ~\\\n/x', '~/x', 0]]],
    ["ls > '~/x'", [['write', "> '~/x'", './~/x', 0]]],
    ['ls > \\~/x', [['write', '> \\~/x', './~/x', 0]]],
    ['ls > ~"/x"', [['write', '> ~"/x"', './~/x', 0]]],
    ['ls > ~root/x', [['write', '> ~root/x', null, 0]]],
    ['ls > ~+/x', [['write', '> ~+/x', null, 0]]],
    ['export HOME=/etc; ls > ~/x', [['write', '> ~/x', null, 1]]],
    ['HOME=/etc; ls > ~/x', [['write', '> ~/x', null, 0]]],
    ['echo $HOME > ~/x', [['write', '> ~/x', '~/x', 0]]],
  ])('%j', (line, opened) => {
    const { redirects } = analyseCommandLine(line);
    expect(redirects.map(({ access, text, target, unit }) => [access, text, target, unit])).toEqual(opened);
  });
});

describe('where a relative target leads', () => {
  const HERE: string[] = [];
  test.each<[line: string, directories: string[][] | null, shell?: Shell]>([
    ['ls > f', [HERE]],
    ['cd a && ls > f', [['a']]],
    ['cd a; ls > f', [['a'], HERE]],
    ['cd a\nls > f', [['a'], HERE]],
    ['cd a || ls > f', [HERE]],
    ['cd a && cd b && ls > f', [['a', 'b']]],
    ['cd a; cd b; ls > f', [['a', 'b'], ['b'], ['a'], HERE]],
    ['cd a && ls; ls > f', [['a'], HERE]],
    ['cd a > f && ls', [HERE]],
    // Where it leads.
    ['cd && ls > f', [['~']]],
    ['cd ~ && ls > f', [['~']]],
    ['cd ~/a && ls > f', [['~/a']]],
    ["cd '~' && ls > f", [['./~']]],
    ['cd /tmp && ls > f', [['/tmp']]],
    ['cd a && cd /tmp && ls > f', [['/tmp']]],
    ['cd "a b" && ls > f', [['a b']]],
    ['cd -P -- a && ls > f', [['a']]],
    ['cd -L a && ls > f', [['a']]],
    ['cd -P a/.. && ls > f', null],
    ['cd -P a && cd .. && ls > f', null],
    ['cd -LP a; cd b/../c && ls > f', null],
    ['cd -P a && pushd .. && ls > f', null],
    ['cd -P a && cd b && ls > f', [['a', 'b']]],
    ['cd -L a && cd .. && ls > f', [['a', '..']]],
    ['cd a && cd .. && ls > f', [['a', '..']]],
    // The last command of a pipe, in the line's own shell.
    ['shopt -s lastpipe; ls | cd a; ls > f', [HERE, ['a']]],
    ['for x in y; do ls | cd a; shopt -s lastpipe; done; ls > f', null],
    ['ls | cd a; ls > f', [HERE]],
    ['shopt -s lastpipe; ls | cat; ls > f', [HERE]],
    ['pushd a && ls > f', [['a']]],
    // Known only at run time, until an absolute step.
    ['cd "$x" && ls > f', null],
    ['cd -; ls > f', null],
    ['cd a b && ls > f', null],
    ['cd "" && ls > f', null],
    ['cd a<(b) && ls > f', null],
    ['cd ~root && ls > f', null],
    ['popd; ls > f', null],
    ['pushd; ls > f', null],
    ['pushd +1 && ls > f', null],
    ['cd "$x" && cd /tmp && ls > f', [['/tmp']]],
    // Another `cd` than the usual one.
    ['CDPATH=/etc; cd a && ls > f', null],
    ['export CDPATH=/etc && cd a && ls > f', null],
    ['CDPATH=/etc cd a && ls > f', null],
    ['cd() { :; }; cd a && ls > f', null],
    ["alias cd='cd /etc;'; cd a && ls > f", null],
    ['shopt -s cdable_vars; cd a && ls > f', null],
    ['set -P; cd a && ls > f', null],
    ['set -euo pipefail; cd a && ls > f', [['a']]],
    ['HOME=/etc; cd && ls > f', null],
    // Unseen moves.
    ['command cd a && ls > f', null],
    ['builtin cd a && ls > f', null],
    ["eval 'cd a'; ls > f", null],
    ['eval "$x"; ls > f', null],
    ["trap 'cd /etc' DEBUG; ls > f", null],
    ['$x a; ls > f', null],
    ['command -v node && ls > f', [HERE]],
    ["trap 'rm -f x' EXIT; ls > f", [HERE]],
    ['. venv/activate && ls > f', [HERE]],
    // Shells of their own.
    ['(cd a); ls > f', [HERE]],
    ['(cd a && ls > f)', [['a']]],
    ['cd a | cat; ls > f', [HERE]],
    ['cat | cd a; ls > f', [HERE]],
    ['cat | cd a; ls > f', [HERE, ['a']], 'zsh'],
    ['cd a & ls > f', [HERE]],
    ['x=$(cd a && pwd); ls > f', [HERE]],
    ['cd a && echo "$(ls > f)"', [['a']]],
    ['coproc cd a; ls > f', [HERE]],
    // Groups and control flow.
    ['{ cd a; } && ls > f', [['a']]],
    ['{ cd a; ls; } > f', [HERE]],
    ['! cd a && ls > f', [HERE]],
    ['! cd a || ls > f', [['a']]],
    ['time cd a && ls > f', [['a']]],
    ['if cd a; then ls > f; fi', [['a']]],
    ['if cd a; then ls; else ls > f; fi', [HERE]],
    ['if ls; then cd a; fi; ls > f', [['a'], HERE]],
    ['if ls; then cd a; elif cd b; then :; else cd c; fi; ls > f', [['a'], HERE, ['b'], ['c']]],
    ['case x in a) cd a;; b) ls > f;; esac', [HERE]],
    ['case x in a) cd a;& b) ls > f;; esac', [HERE, ['a']]],
    ['case x in a) cd a;; esac; ls > f', [HERE, ['a']]],
    ['for x in 1 2; do cd a; ls > f; done', null],
    ['while ls > f; do cd a; done', null],
    ['for x in 1 2; do cd a; done; ls > f', null],
    ['for x in 1 2; do (cd a && ls); ls > f; done', [HERE]],
    ['f() { cd a; }; ls > f', null],
    ['f() { ls > f; }; cd a && f', null],
    ['f() { ls > f; }; f', [HERE]],
    ['f() { ls; }; cd a && f > f', [['a']]],
    // A shell that has left goes nowhere.
    ['cd a || exit; ls > f', [['a']]],
    ['cd a || exit 1; ls > f', [['a']]],
    ['cd a || { echo no >&2; exit 1; }; ls > f', [['a']]],
    ['cd a || exit x; ls > f', [['a'], HERE]],
    ['cd a || exit 1 > x/y; ls > f', [['a'], HERE]],
    ['exit; cd a && ls > f', null],
    // Bounded.
    ['cd a; cd b; cd c; ls > f', [['a', 'b', 'c'], ['b', 'c'], ['a', 'c'], ['c'], ['a', 'b'], ['b'], ['a'], HERE]],
    ['cd a; cd b; cd c; cd d; ls > f', null],
    [`${'cd a && '.repeat(33)}ls > f`, null],
  ])('%j', (line, directories, shell) => {
    const { redirects } = analyseCommandLine(line, shell);
    expect(redirects.find(({ text }) => text === '> f')?.directories).toEqual(directories);
  });
});
