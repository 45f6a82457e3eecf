import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import type { Unit } from '../../src/types/command-line.ts';

/** The last command of the line, as it will run as far as the line itself tells. */
function possibleTexts(line: string): readonly string[] {
  return textsOf(analyseCommandLine(line).units.at(-1));
}

function textsOf(unit: Unit | undefined): readonly string[] {
  return (unit?.expandedCommand?.().texts ?? []).filter((text) => text !== unit?.plain);
}

describe('what the words of a command become', () => {
  test.each<[line: string, texts: string[]]>([
    ['git push', []],
    ["git 'push' *.ts", []],
    // Braces.
    ['git {push,origin,main}', ['git push origin main']],
    ['git {push,}', ['git push']],
    ['git pu{sh,ll}', ['git push pull']],
    ['git pus{h..h}', ['git push']],
    ['git {c..a}', ['git c b a']],
    ['git {a,{b,c}d}e', ['git ae bde cde']],
    ['git {a{b,c}', ['git {ab {ac']],
    ['git {a}b,c}', ['git a}b c']],
    ['git "{a,b}" \\{c,d} {e\\,f,g}', ['git {a,b} {c,d} e,f g']],
    ['git {"pu"sh,\'-f\'}', ['git push -f']],
    ['git {1..3} {a}', []],
    // What comes out empty.
    ['git pu$@sh origin', ['git push origin']],
    ['git pu$()sh pu``sh', ['git push push']],
    ['git "pu${z}sh" x', ['git push x']],
    ['git $z push', ['git push']],
    ['git "$@" push', ['git push']],
    ['git push$IFS-f', ['git push -f']],
    // The program itself.
    ['{rm,-rf,x}', ['rm -rf x']],
    ['r{m,} -rf y', ['rm r -rf y']],
    ['X=rm; $X -rf y', ['rm -rf y']],
    ['rm$@ -rf x', ['rm -rf x']],
    ['r$@m -rf x', ['rm -rf x']],
    ['rm${IFS}-rf y', ['rm -rf y']],
    ['$@ rm x', ['rm x']],
    ['$X$Y rm x', []],
    ['$DIR/rm x', []],
    ['git ${IFS%?}push', ['git push']],
    ['IFS=,; git a$IFS', ['git a,']],
    ['cat $1/etc', ['cat /etc']],
    ['cat ``/etc', ['cat /etc']],
    ['f() { cat $1/etc; }', []],
    ['set -- a; cat $1/etc', ['cat a/etc']],
    ['git push $z "$y"', []],
    ['git $x push $z', ['git push $z']],
    ['rm -rf "$DIR"/* ${X}/a "$(pwd)/b"', []],
    // What the line itself says.
    ['x=push; git $x origin', ['git push origin']],
    ['x=push; y=$x; git $y', ['git push']],
    ['x=$(echo push); git $x', ['git push']],
    ['x=$"push"; git $x', ['git push']],
    ['x=(push -f); git ${x[0]}', ['git -f', 'git push', 'git push -f']],
    ['x=~/push; git $x', ['git ~/push']],
    ['x=~me/push; git $x', []],
    ['x=$z; git $x', []],
    ['x=([0]=push [k]=-f); git ${x[0]}', ['git -f', 'git push', 'git push -f', 'git']],
    ['x=pu; x+=sh; git "$x"', ['git push']],
    ['x+=push; git $x', ['git push']],
    ['x=(); x+=(push origin); git "${x[@]}"', ['git origin', 'git push', 'git push origin', 'git']],
    ['x=(push); x+=(-f); git "${x[@]}"', ['git push -f', 'git push', 'git -f']],
    // Blanks in quotes part nothing: `x` is `a ba`, then `b`.
    [
      "y='a b'; for x in 'a b'$y; do git $x; done",
      ['git', 'git a', 'git ba', 'git a ba', 'git ba b', 'git b', 'git a ba b'],
    ],
    // A text becomes the first element of the list.
    ['x=push; x+=(-f); git $x', ['git push -f', 'git push', 'git -f']],
    ['x[0]=push; x[1]=-f; git "${x[@]}"', ['git -f', 'git push -f', 'git push', 'git']],
    ['x=(a push); x=log; git "${x[@]}"', ['git log', 'git push', 'git a', 'git a push']],
    ['printf -v x push; git $x', ['git push', 'git']],
    ['printf -vx pu%s sh; git $x', ['git push', 'git']],
    ['printf -v x %s "$y"; git $x', []],
    ['export x=push; git ${x}', ['git push']],
    ['export "x=push"; git ${x}', ['git push']],
    ['y=sh; declare x"=pu$y"; git $x', ['git push']],
    ['for x in pull push; do git $x; done', ['git push', 'git pull']],
    // The last word of the command before.
    [': push; git $_ x', ['git push x']],
    ['echo a push && git "$_" x', ['git push x']],
    ['echo push; ls; git ${_} x', ['git ls x']],
    ['y=push; echo $y; git $_', ['git push']],
    ['echo $y; git $_', []],
    ['for x in {pull,push}; do git $x; done', ['git pull', 'git push', 'git']],
    ['y="pull push"; for x in $y; do git $x; done', ['git pull', 'git push', 'git']],
    ['for x in "pull push"; do git $x; done', ['git pull push', 'git']],
    ['for x in $(echo push); do git $x; done', ['git push', 'git']],
    ['for x in "${z:-push}"; do git $x; done', ['git push', 'git']],
    // Each with each.
    [
      'for x in push log; do for y in -f -1; do git $x $y; done; done',
      ['git log -1', 'git push -1', 'git log -f', 'git push -f'],
    ],
    ['x=pu; y=sh; if a; then x=1; y=2; fi; git $x$y', ['git 12', 'git pu2', 'git 1sh', 'git push']],
    ['git ${z:-${y:-push}}', ['git push']],
    ['y=push; git ${z:-$y} ${y:+$y}', ['git push push', 'git push']],
    ['git ${z:-push} ${y-origin}', ['git push', 'git push origin']],
    ['git ${z:=push}', ['git push']],
    ['git ${PATH:+push} x', ['git push x', 'git x']],
    ['git pus${z+x}${PATH:+h}', ['git pusxh', 'git push', 'git pusx', 'git pus']],
    // What operations make of a value.
    ['x=PUSH; git ${x,,}', ['git push']],
    ['x=PUSH; git ${x,,?}', ['git push']],
    ['x=Push; git ${x,} ${x^^}', ['git push PUSH']],
    ['x=PUSH; git ${x@L}', ['git push']],
    ['x=pushx; git ${x%x}', ['git push']],
    ['x=xpush; git ${x#x} ${x##*p}', ['git push ush']],
    ['x=a/b/push; git ${x##*/} ${x#*/}', ['git push b/push']],
    ['x=push.a.b; git ${x%%.*} ${x%.*}', ['git push push.a']],
    ['x=Push; git ${x/P/p}', ['git push']],
    ['x=p-u-s-h; git ${x//-} ${x//-/}', ['git push push']],
    ['x=xpush; git ${x/#x/} ${x/%push/pull}', ['git push xpull']],
    ['x=xpushx; git ${x:1:4} ${x: -5:4} ${x:1:-1}', ['git push push push']],
    ['x=pull; y=${x/ll/sh}; git $y', ['git push', 'git']],
    ["x='a*b'; git ${x%'*b'}", []],
    // Of what only a shell can tell, nothing is said.
    ['x=push; git ${x%[a-z]}', []],
    ['x=push; git ${x%$y}', []],
    ['x=push; git ${x:$y}', []],
    ['x=push; git ${x@Q}', []],
    ['x=pu; git ${x/u/&sh}', []],
    ['x=(a push); git ${x[@]:1}', []],
    ['git ${z,,}', []],
    // What the line says only later, it has not said yet.
    ['git $z {push,} ${z:=origin}', ['git push origin']],
    ['for i in 1 2; do git $x; x=push; done', ['git', 'git push']],
    ['f() { git $x; }; x=push', ['git push']],
    // What it says no longer is gone, if it is sure to be.
    ['x=push; x=log; git $x', ['git log']],
    ['x=push; x=$(date); git $x', []],
    ['x=push; a && x=log; git $x', ['git log', 'git push']],
    ['x=push; (x=log); git $x', ['git push']],
    ['x=push; x=log & git $x', ['git push']],
    ['x=push; if a; then x=log; fi; git $x', ['git log', 'git push']],
    ['f() { x=push; }; x=log; f; git $x', ['git log', 'git push']],
    ['f() { y=$x; }; x=push; f; git $y', ['git push', 'git']],
    ['for i in 1 2; do y=$x; x=push; done; z=$y; git $z', ['git', 'git push']],
    ['x=push; a=1; x[1]=log; git $x', ['git log', 'git push log', 'git push']],
    ['readonly x=push\nx=log\ngit $x', ['git log', 'git push', 'git']],
    ['x=push; declare -r x\nx=log\ngit $x', ['git log', 'git push']],
    ['x=push; trap y DEBUG; x=log; git $x', ['git log', 'git push']],
    ['x=push; x=log >/no/such/file; git $x', ['git log', 'git push']],
    ['x=push\nx=log$((1/0))\ngit $x', ['git log$((1/0))', 'git push']],
    ['x=push\nx=log y=${z:1/0}\ngit $x', ['git log', 'git push']],
    ['x=push :; git $x', ['git push', 'git']],
    ['x=push; unset x; git $x', ['git push', 'git']],
    ['a && x=push; git $x', ['git push', 'git']],
    ['x={push,log}; git $x', ['git {push,log}']],
    ['x=push make; git $x', []],
  ])('%s', (line, texts) => {
    expect([...possibleTexts(line)].sort()).toEqual([...texts].sort());
  });

  test.each<[line: string, texts: string[]]>([
    ['git $(echo push) origin', ['git push origin']],
    ['git $(echo -n push)', ['git push']],
    ['$(echo rm) -rf y', ['rm -rf y']],
    ["git `printf '%s' push`", ['git push']],
    ["git $(printf 'push\\n') origin", ['git push origin']],
    ["git $(printf '%s%s ' pu sh -f x)", ['git push -fx']],
    ['git $(echo push 2>/dev/null) origin', ['git push origin']],
    ['git $( (echo push) ) origin', ['git push origin']],
    ['git $( { echo push; } ) origin', ['git push origin']],
    ['git $(echo $(echo push)) origin', ['git push origin']],
    [`git $(echo push${' '.repeat(300)}) origin`, ['git push origin']],
    ["git $(printf 'pu\\163h') origin", ['git push origin']],
    ["git $(printf '%b%.2s' 'p\\x75' shx)", ['git push']],
    ["git $(printf '%c%s-%03d' p ush 7)", ['git push-007']],
    ["git $(echo -e 'pu\\x73h') origin", ['git pu\\x73h origin', 'git push origin']],
    ["git $(echo -n -e '\\0160ush')", ['git \\0160ush', 'git push']],
    ['git $(:; echo push)', ['git push']],
    // What `cat` is fed, it prints.
    ['git $(cat <<< push) x', ['git push x']],
    ["git $(cat <<'E'\npush\nE\n) x", ['git push x']],
    ['git $(cat <<E\npush\nE\n) x', ['git push x']],
    ['git $(cat <<< $y)', []],
    ['git $(cat <<E\n$y\nE\n)', []],
    ['git $(cat f <<< push)', []],
    ['git $(tac <<< push)', []],
    ['git $(printf pu; printf sh)', ['git push']],
    ['git $(a=1; echo push)', ['git push']],
    ['git $(true && echo push)', ['git', 'git push']],
    ['git $(ls || echo push)', ['git push', 'git']],
    ['git $(if [ -f x ]; then echo push; else echo log; fi)', ['git', 'git push', 'git log', 'git push log']],
    ['git log "$(git rev-parse HEAD)"', []],
    ['git $(ls; echo push) $(ls || pwd) $([ -f x ] && ls)', ['git']],
  ])('%s', (line, texts) => {
    expect([...textsOf(analyseCommandLine(line).units[0])].sort()).toEqual([...texts].sort());
  });

  test('the first values of a variable it gets in another command are told', () => {
    expect(textsOf(analyseCommandLine('x=status; git $x; x=push').units[0])).toEqual(['git status']);
  });

  test('a line the grammar gave up on tells nothing', () => {
    const { units, overLimit } = analyseCommandLine(`git pu$@sh; ${'$['.repeat(30000)}`);
    expect({ overLimit, texts: textsOf(units[0]) }).toEqual({ overLimit: true, texts: [] });
  });

  test('a name that is not known leaves nothing to tell', () => {
    expect(possibleTexts('$x {push,origin}')).toEqual([]);
  });
});

describe('where there are more ways than are looked at, that is said', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
  test.each<[about: string, line: string, isPartial: boolean]>([
    ['many values', `for x in ${words(1000)}; do git $x; done`, false],
    ['a value that grows in a loop', `for x in ${words(60)}; do y+=" $x"; z="$z $x"; done; git $y $z`, false],
    ['a value from a value in a loop', `for x in ${words(300)}; do y="-$x"; done; git $y`, false],
    ['very many values', `for x in ${words(2000)}; do git $x; done`, true],
    ['many elements', `x=(${words(1000)}); git $x`, false],
    ['a value that is asked for often', `x=push; ${'git $x; '.repeat(2000)}git $x`, false],
    ['many values that are asked for often', `for x in ${words(900)}; do ${'git $x $x; '.repeat(300)} done`, true],
    ['more and more of a value', `${'x+=a; '.repeat(30)}git $x`, false],
    ['one value after the other', `${'x=1; '.repeat(2000)}git $x`, false],
    ['each with each', `for x in ${words(30)}; do for y in ${words(30)}; do git $x $y; done; done`, false],
    ['very many of each', `for x in ${words(900)}; do for y in ${words(900)}; do git $x $y; done; done`, true],
    ['values that double', `x=ab; ${'x=$x$x; '.repeat(60)}git $x`, true],
    ['a long value', `x='${'a'.repeat(50_000)}'; git commit -m "$x"`, false],
    ['many words of one', 'git {push,{a..z}{a..z}}', false],
    ['very many words of one', 'git {push,{a..z}{a..z}{a..z}}', true],
    ['many braces', `git ${'{a,'.repeat(33)}push${'}'.repeat(33)}`, true],
    ['what another program prints', 'x=$(A=1; node -p 1); echo "$x"', false],
    ['what is counted', 'n=$(i=0; for f in *; do i=$((i+1)); done; echo $i); echo "$n"', false],
    ['what is assigned and printed', 'git commit -m "$(msg="x"; echo "$msg")"', false],
    ['what is put together and printed', 'v=$(x=pu; y=${x}sh; echo $y); git $v', false],
    ['the time', 'printf -v now \'%(%H:%M:%S)T\' -1; git log --since="$now"', false],
    ['words in place of the time', "v=$(printf '%(push)T' -1); git $v", true],
    ['numbers', "v=$(printf '%04x %o %6.2f %u' 3 8 3.14 1); git log $v", false],
    ['blanks', "printf -v line '%*s' 60 ''; git log \"$line\"", false],
  ])('%s', (_about, line, isPartial) => {
    expect(analyseCommandLine(line).units.at(-1)?.expandedCommand?.().isPartial).toBe(isPartial);
  });
});

test('nothing keeps it busy', () => {
  const values = Array.from({ length: 700 }, (_, index) => `w${index}`).join(' ');
  const line = `for x in ${values}; do for y in ${values}; do ${'git $x$y $x $y;'.repeat(3000)} done; done`;
  const { units } = analyseCommandLine(line);
  const texts = units.flatMap(({ expandedCommand }) => expandedCommand?.().texts ?? []);
  expect(units).toHaveLength(3000);
  expect(texts.length).toBeLessThan(40_000);
});
