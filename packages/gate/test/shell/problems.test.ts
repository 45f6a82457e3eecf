import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import type { Shell } from '../../src/types/tool-call.ts';

const SECOND_LOOK = 'quoted text that looks like a substitution stands where it may be evaluated again';
const PASSED_ON = 'quoted text that looks like a substitution may reach a variable that arithmetic evaluates';
const PUT_TOGETHER = 'pieces of quoted text may make a substitution that arithmetic evaluates';
const MADE_UP = 'arithmetic may assign to a variable whose name is put together';
const KEYWORDS = 'arguments that look like assignments become some';
const REFERENCE = 'a variable stands for another, and the line does not tell for which';
const ARRAY = 'a quoted array is taken apart again, and may hold a substitution';

describe('what cannot be vouched for', () => {
  test.each<[line: string, problems: string[]]>([
    ['git status', []],
    // Characters.
    ['git\x1bstatus', ['control character U+001B']],
    ['git status\r\nls', ['control character U+000D']],
    ['a\x00b\x07', ['control character U+0000', 'control character U+0007']],
    ['ls \x7f', ['control character U+007F']],
    ['ls \u009b31m', ['control character U+009B']],
    ['ls\t-l\nls', []],
    ['ls \u202egpj.exe', ['character U+202E reorders the text around it']],
    [
      'ls \u2066a\u2069',
      ['character U+2066 reorders the text around it', 'character U+2069 reorders the text around it'],
    ],
    ['echo 👩‍💻 é', []],
    ['ls \ud800', ['half a character, U+D800']],
    ['ls \udc00', ['half a character, U+DC00']],
    ['r$\\\n@m x', ['a line continuation right after a `$`']],
    ['echo `r$\\\\\n@m x`', ['a line continuation right after a `$`']],
    // Syntax.
    ['ls )', ["the line does not parse: unexpected token ')'"]],
    ['echo $(ls; echo `echo )`)', ["the line does not parse: unexpected token ')'"]],
    [
      'echo "$(if)"',
      ["the line does not parse: expected 'then'", "the line does not parse: expected 'fi' to close 'if'"],
    ],
    // Arithmetic of old, closed or not; quoted it is text.
    ['echo $[1+1]', ['`$[` is arithmetic of old']],
    ['echo $[1', ['`$[` is arithmetic of old']],
    ['echo "a$[1"', ['`$[` is arithmetic of old']],
    ['cat <<EOF\n$[1\nEOF', ['`$[` is arithmetic of old']],
    ['grep \'^a$[0-9]\' f; grep a\\$[0] f; grep "a\\$[0]" f', []],
    // Parameters.
    ['echo ${!x}', ['`${!x}` evaluates what its variable holds']],
    ['echo ${!a[@]} ${!a[*]} ${!prefix@} ${!prefix*}', []],
    ['echo ${!a[0]}', ['`${!a[0]}` evaluates what its variable holds']],
    ['echo ${!a[@]:-b}', ['`${!a[@]:-b}` evaluates what its variable holds']],
    ['echo ${x@P}', ['`${x@P}` expands its value again']],
    ['echo ${x@Q} ${x@U} ${x@a}', []],
    ['echo ${(e)x}', ['`${(e)x}` is not understood']],
    ['echo ${=x}', ['`${=x}` is not understood']],
    ["echo ${x#'}'}", ['a quoted `}` inside `${…}` ends it in some shells']],
    // Extended globs.
    ['ls !(a|b)', ['the extended glob `!(a|b)` means different things to different shells']],
    ["git status *(e:'rm x':)", ["the extended glob `*(e:'rm x':)` means different things to different shells"]],
    // Text that is looked at twice.
    ["x='a[$(rm y)]'", [SECOND_LOOK]],
    ["x='a[$''(rm y)]'", [SECOND_LOOK]],
    ["x='a[$'$y'(rm y)]'", [SECOND_LOOK]],
    ['x="\\`rm y\\`"', [SECOND_LOOK]],
    ["x=$'\\x24(rm y)'", [SECOND_LOOK]],
    ["a=('${x}')", [SECOND_LOOK]],
    ["export x='$(rm y)'", [SECOND_LOOK]],
    ["PS4='$(rm y)' ls", [SECOND_LOOK]],
    ["for x in 'a[$(rm y)]'; do echo $((x)); done", [SECOND_LOOK]],
    ["[[ 'a[$(rm y)]' -eq 0 ]]", [SECOND_LOOK]],
    ["[[ -v 'a[$(rm y)]' ]]", [SECOND_LOOK]],
    ["echo ${x:-'$(rm y)'}", [SECOND_LOOK]],
    ["cat <<EOF\n${x-'$(rm y)'}\nEOF", [SECOND_LOOK]],
    ["read x <<< 'a[$(rm y)]'; echo $((x))", [PASSED_ON]],
    ["while read x; do (( x )); done <<'EOF'\na[$(rm y)]\nEOF", [PASSED_ON]],
    ["f() { echo $(($1)); }; f 'a[$(rm y)]'", [PASSED_ON]],
    ["set -- 'a[$(rm y)]'; echo ${z:$1}", [PASSED_ON]],
    ["x=$(echo 'a[$(rm y)]'); echo $((x))", [PASSED_ON]],
    ["x=$(cat <<'E'\na[$(rm y)]\nE\n); echo $((x))", [PASSED_ON]],
    ["x=`echo 'a[$(rm y)]'`; (( x ))", [PASSED_ON]],
    ["declare -i n; read n <<< 'a[$(rm y)]'", [PASSED_ON]],
    ["set -e a 'a[$(rm y)]'; (( $2 ))", [PASSED_ON]],
    ["set +e -- 'a[$(rm y)]'; (( $1 ))", [PASSED_ON]],
    ["set -euo pipefail 'a[$(rm y)]'; (( $1 ))", [PASSED_ON]],
    ["set -oe errexit 'a[$(rm y)]'; (( $1 ))", [PASSED_ON]],
    ["set - 'a[$(rm y)]'; (( $1 ))", [PASSED_ON]],
    ["set -eA b 'a[$(rm y)]'; (( b[1] ))", [PASSED_ON]],
    ["set -k; git x='$(rm y)'; (( x ))", [KEYWORDS, PASSED_ON]],
    ["set -o keyword; git x='$(rm y)'; (( x ))", [KEYWORDS, PASSED_ON]],
    ["set -- $(echo '[$(rm y)]'); (( a$1 ))", [PASSED_ON]],
    ["set -- 'a[$' '(rm y)]'; (( $1$2 ))", [PASSED_ON]],
    ["printf -v x '%s%s%s' a '[' '$(rm y)]'; (( x ))", [PASSED_ON]],
    ["printf -vx '%s%s%s' a '[' '$(rm y)]'; (( x ))", [PASSED_ON]],
    ["printf -v x '%s%s' 'a[$' '(rm y)]'; (( x ))", [PASSED_ON]],
    ["o=-vx; printf \"$o\" 'a%s' '[' '$(rm y)]'; (( x ))", [PASSED_ON]],
    ["printf {-v,x,a%s} '[$(rm y)]'; (( x ))", [PASSED_ON]],
    ["x=$(printf '%s%s%s' a '[' '$(rm y)]'); (( x ))", [PASSED_ON]],
    ["x=$(printf a; printf '['; echo '$(rm y)]'); (( x ))", [PASSED_ON]],
    ["x=$(printf a; echo '[$(rm y)]'); (( x ))", [PASSED_ON]],
    ["x=$(printf 'a\\x5b'; echo '$(rm y)]'); (( x ))", [PASSED_ON]],
    ["x=$(echo -e 'a\\x5b$(rm y)]'); (( x ))", [PASSED_ON]],
    ["printf '%s%s%s' a '[' '$(rm y)]' | { x=$(cat); (( x )); }", [PASSED_ON]],
    ["(( $(printf '%s%s%s' a '[' '$(rm y)]') ))", [PASSED_ON]],
    ["export 'x=$(rm y)'; (( a[$x] ))", [PASSED_ON]],
    ["readonly 'p=a[$' 'q=(rm y)]'; (( $p$q ))", [PASSED_ON]],
    ['typeset "x=$(echo \'[$(rm y)]\')"; (( a$x ))', [PASSED_ON]],
    ["export x=$(echo '$(rm y)'); (( a[$x] ))", [PASSED_ON]],
    ["(( a[$(echo '$(rm y)')] ))", [PASSED_ON]],
    ["echo ${x:=$(echo '$(rm y)')}; (( a[$x] ))", [PASSED_ON]],
    ["for x in $(echo '$(rm)'); do (( a[$x] )); done", [PASSED_ON]],
    [": '$(rm y)'; (( a[$_] ))", [PASSED_ON]],
    [": '$(rm y)'; x=${_}; (( a[$x] ))", [PASSED_ON]],
    ["read x <<< 'a[$(rm y)]'; declare -n x; echo $x", [REFERENCE, PASSED_ON]],
    ["typeset -F x; read x <<< 'a[$(rm y)]'", [PASSED_ON]],
    ["read i <<< 'b[$(rm y)]'; [ -v 'a[i]' ]", [PASSED_ON]],
    ["read i <<< 'b[$(rm y)]'; declare -n r='a[i]'; echo $r", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; for i in a*; do echo $((i)); done", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; i=$(ls); echo $((i))", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; for i in a*; do [ $i -eq 0 ]; done", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; r=read; $r i < f; echo $((i))", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; command read i < f; echo $((i))", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; export 'i=a[j]'; echo $((i))", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; trap 'i=x' EXIT; echo $((i))", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; i=j; echo $((i))", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; i+=j; echo $((i))", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; i=$((1))$(ls)$((2)); echo $((i))", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; i=1; echo ${i:=$(ls)}; [ $i -eq 0 ]", [PASSED_ON]],
    ["touch 'a[$(rm y)]'; [[ $f =~ a ]]; echo $((BASH_REMATCH))", [PASSED_ON]],
    ["_=1; : 'a[$(rm y)]'; echo $((_))", [PASSED_ON]],
    ["f() { local n=$1; echo $((n)); }; n=1; f 'a[$(rm y)]'", [PASSED_ON]],
    // Text that is put together out of pieces.
    ["x='a%[%$%(rm y)]'; : $((${x//%}))", [PUT_TOGETHER]],
    ["x=a; y='['; z='$'; w=\"$x$y$z(rm y)]\"; : $((w))", [PUT_TOGETHER]],
    ["x=a; y='['; z='$'; [[ \"$x$y$z(rm y)]\" -eq 0 ]]", [PUT_TOGETHER]],
    ["x=a; y='['; z='$'; [ \"$x$y$z(rm y)]\" -eq 0 ]", [PUT_TOGETHER]],
    ['y=[; z=\'$\'; x="b$y$z(rm y)]"; : ${a[x]}', [PUT_TOGETHER]],
    ['y=[; z=\'$\'; x="b$y$z(rm y)]"; a[x]=1', [PUT_TOGETHER]],
    ['y=[; z=\'$\'; x="b$y$z(rm y)]"; a=([x]=1)', [PUT_TOGETHER]],
    ['y=[; z=\'$\'; x="b$y$z(rm y)]"; let x', [PUT_TOGETHER]],
    ['y=[; z=\'$\'; declare -i x; x="b$y$z(rm y)]"', [PUT_TOGETHER]],
    ['y=[; z=\'$\'; x=b; declare -n r=x; r="b$y$z(rm y)]"; : $((x))', [PUT_TOGETHER]],
    ['y=[; z=\'$\'; RANDOM="b$y$z(rm y)]"', [PUT_TOGETHER]],
    ['y=${q:-[}; z=${q:-$\'\\x24\'}; x="b$y$z(rm y)]"; (( x ))', [PUT_TOGETHER]],
    [': \'$\'; x="a[${_}(rm y)]"; : $((x))', [PUT_TOGETHER]],
    ["x=$(echo 'a['); y=$(echo '$'); z=\"$x$y(rm y)]\"; echo $((z))", [PUT_TOGETHER]],
    ["x=$(cat <<'E'\n[\nE\n); y=$(cat <<< '$'); z=\"a$x$y(rm y)]\"; echo $((z))", [PUT_TOGETHER]],
    ["y=$(printf '\\x5b'); z=$(printf '\\44'); x=\"a$y$z(rm y)]\"; : $((x))", [PUT_TOGETHER]],
    ["printf -v y '\\x5b'; printf -v z '\\44'; x=\"a$y$z(rm y)]\"; : $((x))", [PUT_TOGETHER]],
    ['read a b <<< \'[ $\'; x="a$a$b(rm y)]"; : $((x))', [PUT_TOGETHER]],
    ['echo \'[ $\' | { read a b; x="a$a$b(rm y)]"; : $((x)); }', [PUT_TOGETHER]],
    ["f() { x=\"a$1$2(rm y)]\"; : $((x)); }; f '[' '$'", [PUT_TOGETHER]],
    ["set -- '[' '$'; x=\"a$1$2(rm y)]\"; : $((x))", [PUT_TOGETHER]],
    ["x=('[' '$'); y=\"a${x[0]}${x[1]}(rm y)]\"; : $((y))", [PUT_TOGETHER]],
    ['[[ \'[$\' =~ (.)(.) ]]; x="a${BASH_REMATCH[1]}${BASH_REMATCH[2]}(rm y)]"; : $((x))', [PUT_TOGETHER]],
    ['x=a; y=b; z=\'$\'; ab="[$z(rm y)]"; w=$x$y; : $((w))', [PUT_TOGETHER]],
    ['for c in {Z..a}; do x=$x$c; done; y="b${x:1:1}${x:5:1}rm y${x:5:1}]"; : $((y))', [PUT_TOGETHER]],
    ['z=${BASH_COMMAND:2:1}; x="a[$z(rm y)]"; : $((x))', [PUT_TOGETHER]],
    ['q=$\'\\n\'; q=${q@Q}; x="a[${q:0:1}(rm y)]"; : $((x))', [PUT_TOGETHER]],
    ["re='^[0-9]+$'; n=3; [[ $n =~ $re ]] && echo $((n * 2))", []],
    ["re='^[0-9]+$'; n=$(grep -cE '[0-9]$' f); [[ $n =~ $re ]] && echo $((n * 2))", []],
    ['red=\'\\033[0;31m\'; for f in *; do ((i++)); echo -e "${red}$i costs \\$5"; done', []],
    ['while read -r a n; do t=$((t + n)); printf \'[%s] $%s\\n\' "$a" "$n"; done < f', []],
    ['git commit -m "$(cat <<\'E\'\n- [x] costs 5$\nE\n)"; n=$(wc -l < f); echo $((n + 1))', []],
    ["f() { local n=$1; echo $((n + 1)); }; f 3; grep '^[a-z].*$' x", []],
    ['mkdir x && cd "$_"; n=$(wc -l < f); sed \'s/[a]$//\' f; echo $((n + 1)) $((10#$n))', []],
    ['y=[; z=\'$\'; declare -i x="b$y$z(rm y)]"', [PUT_TOGETHER]],
    // What arithmetic assigns to, where that is not written out.
    ['x=PATH; (( $x = 0 ))', ['it is unclear what `$x` assigns to']],
    ['x=PATH; y=$x=0; echo $((y))', ['it is unclear what `…=0` assigns to']],
    ['x=PATH; echo ${a[$x=0]}', ['it is unclear what `…=0` assigns to']],
    ['x=++; echo $(($x$y))', ['it is unclear what `++` assigns to', MADE_UP]],
    ["x=PA; y='TH=0'; echo $(($x$y))", [MADE_UP]],
    ['x=PATHX0; echo $((${x/X/=}))', ['it is unclear what `=` assigns to', MADE_UP]],
    ['x=PA; ab=${x}TH=0; y=a; z=${y}b; (( z ))', ['it is unclear what `…TH=0` assigns to']],
    ['k=a; v="$k=1"; n=3; echo "$v" $((n + 1)) ${a[i++]} $((i += 2)) ${x:n>=2?1:0}', []],
    ['while read -r l; do n=${l%%:*}; o="$o --$k=$v"; (( t += n )); done < f', []],
    // Variables that evaluate what they are given.
    ['z=\'$\'; RANDOM="a[$z(rm y)]"', [PASSED_ON]],
    ['z=\'$\'; SRANDOM+="a[$z(rm y)]"', [PASSED_ON]],
    ['z=\'$\'; HISTCMD="a[$z(rm y)]"', [PASSED_ON]],
    ['z=\'$\'; BASHPID+="a[$z(rm y)]"', [PASSED_ON]],
    // Where it is simply assigned, this one does not; that is not told apart.
    ['z=\'$\'; SECONDS[0]+="a[$z(rm y)]"', [PASSED_ON]],
    ['z=\'$\'; for SECONDS in "a[$z(rm y)]"; do ls; done', [PASSED_ON]],
    ['z=\'$\'; SECONDS="a[$z(rm y)]"', [PASSED_ON]],
    ['z=\'$\'; RANDOM="a[$z(rm y)]" ls', [PASSED_ON]],
    ['z=\'$\'; x="a[$z(rm y)]"; RANDOM=x', [PASSED_ON]],
    ['z=\'$\'; for RANDOM in "a[$z(rm y)]"; do ls; done', [PASSED_ON]],
    ['z=\'$\'; echo ${RANDOM:="a[$z(rm y)]"}', [PASSED_ON]],
    ['z=\'$\'; export RANDOM="a[$z(rm y)]"', [PASSED_ON]],
    ["z='$'; x=\"a[$z(rm y)]\"; export 'RANDOM=b[x]'", [PASSED_ON]],
    ['z=\'$\'; declare -i n; n="a[$z(rm y)]"', [PASSED_ON]],
    ["x=$(echo 'a[$(rm y)]'); RANDOM=$x", [PASSED_ON]],
    ["read -r RANDOM <<'E'\na[$(rm y)]\nE", [PASSED_ON]],
    ["mapfile RANDOM <<'E'\na[$(rm y)]\nE", [PASSED_ON]],
    ["printf -v RANDOM %s%s 'a[$' '(rm y)]'", [PASSED_ON]],
    ["RANDOM=42; git commit -m 'fix a[0] in `f`'; echo $((RANDOM % 5))", []],
    ['RANDOM=$$; z=\'$\'; x="a[$z(y)]"; echo $x', []],
    ['SECONDS=0; z=\'$\'; x="a[$z(y)]"; echo $x $SECONDS', []],
    ["git commit -m 'fix a[0] in `f`'; rc=$?; [ $rc -eq 0 ] && echo ok", []],
    ["git commit -m 'fix a[0] in `f`'; rc=$?; exit $rc", []],
    ["cat > t.js <<'EOF'\nx = a[0]; `${x}`\nEOF\nfor i in 1 2 3; do node t.js; echo $((i + 1)); done", []],
    ["cat > t.js <<'EOF'\nx = a[0]; `${x}`\nEOF\nfor ((i = 0; i < 3; i++)); do node t.js; done", []],
    ["node -e 'console.log(`${process.argv[1]}`)' x | head; exit ${PIPESTATUS[0]}", []],
    ["awk '{a[$(NF-1)]++}' f; for i in {1..3}; do echo $((i * 2)); done", []],
    ['printf \'`%s[0]`\\n\' x; i=0; ((i++)); (( i += $# )); [ "$i" -gt 1 ]; echo ${a[$i]} ${x:$i:1}', []],
    ["grep 'a[0]' f; echo '`x`'; n=${#a[@]}; [[ $n -gt 0 ]] && shift $n", []],
    ["n=$(wc -l < f); git commit -m 'use $(x)'; echo $((n + 1))", []],
    ["n=$(wc -l < f); git commit -m 'use $(x)'; echo $((a[n] + 1))", []],
    ["git commit -m 'use $(x) and `y`'", []],
    ["i=1; git commit -m 'use $(x)' && echo $((i + 1))", []],
    ["cat <<< '$(rm y)'; cat <<'EOF'\n$(rm y)\nEOF", []],
    ["x='cost: 5$'; y='it is {a}'", []],
    // Built-ins that evaluate a subscript.
    ["printf -v 'a[$(rm y)]' x", ['`printf` evaluates `a[$(rm y)]`']],
    ["test -v 'a[$(rm y)]'", ['`test` evaluates `a[$(rm y)]`']],
    ["[ -v 'a[`rm y`]' ]", ['`[` evaluates `a[`rm y`]`']],
    ["read 'a[$(rm y)]'", ['`read` evaluates `a[$(rm y)]`']],
    ["unset 'a[$(rm y)]'", ['`unset` evaluates `a[$(rm y)]`']],
    ["declare -i 'x=a[$(rm y)]'", ['`declare` evaluates `x=a[$(rm y)]`', PASSED_ON]],
    ["let 'x=$(rm y)'", ['`let` evaluates `x=$(rm y)`']],
    ['unset "a[$i]"; printf "%s [%s]\\n" a b; let x=1 y++', []],
    // Quoted arrays are taken apart all the same.
    ["declare -a 'a=($(rm y))'", [ARRAY]],
    ['readonly -a "a=(\\$(rm y))"', [ARRAY]],
    ["a=(); declare 'a=(`rm y`)'", [ARRAY]],
    ["local -a 'a+=($(rm y))'", [ARRAY]],
    ["o=-a; typeset $o 'a=($(rm y))'", [PASSED_ON, ARRAY]],
    ["declare -A 'a=([$(rm y)]=1)'", [ARRAY]],
    ['z=\'$\'; x="($z(rm y))"; declare -a a=$x', [ARRAY]],
    ['z=\'$\'; x="($z(rm y))"; typeset -a "a=$x"', [ARRAY]],
    ["read x <<< '($(rm y))'; declare -a a=$x", [ARRAY]],
    ["declare -a 'a=(x y)' b=(z $(ls)) c=$x; export 'd=use $(x)' e='^(a|b)$'; local -a f=('(5$)')", []],
    ["while read -r x; do printf \"$f\" '(5$)'; done < f; export y='(5$)'", []],
    // Built-ins that fill a variable whose name is not known.
    ['v=$(ls); read $v', ['it is unclear which variables `read` fills']],
    ['v=$(ls); printf -v "$v" x', ['it is unclear which variables `printf` fills']],
    ['v=x; while read $v; do v=PATH; done', ['it is unclear which variables `read` fills']],
    ['read -p $v x', ['it is unclear which variables `read` fills']],
    ['v=x; read $v; read -p "$p" -t "$t" -u "$u" y; mapfile -n "$n" z; wait "$p"; printf "$f" x', []],
    // Arithmetic that may be commands, commands that may be arithmetic.
    ['echo $((rm + $(case x in (x) ls;; esac)))', ['bash may take the arithmetic for commands']],
    ["cat <<EOF\n$((rm+$(ls $'\\'')))\nEOF", ['bash may take the arithmetic for commands']],
    [
      "((sed $'\\'' ;make); (cat \\'))",
      ['bash may take the arithmetic for commands', "the arithmetic in `sed ' ;make); (cat '` is not understood"],
    ],
    ['cat <<EOF\n$((rm+$(# "\nls)))\nEOF', ['bash may take the arithmetic for commands']],
    ["cat <<EOF\n`'r\\\nm' x`\nEOF", ['a heredoc loses its line continuations, even those in quotes']],
    ['cat <<EOF\n$(echo a \\\n  b)\nEOF', ['a heredoc loses its line continuations, even those in quotes']],
    ['cat <<EOF\n${x:-a\\\nb}\nEOF', ['a heredoc loses its line continuations, even those in quotes']],
    ["cat <<EOF\nEO\\\nF\necho '\nEOF\nrm x\n#'", ['it is unclear where the heredoc `EOF` ends']],
    ['ls > f<(x)', ['it is unclear where the target of `> f` ends']],
    ['> <()git $(x) rm', ['it is unclear where the target of `> <()` ends']],
    ['rm\\', ['a backslash with nothing behind it']],
    ['echo `rm\\\\`', ['a backslash with nothing behind it']],
    ["ls a\\\\ 'b\\'", []],
    ["x=$(a=(\\;); echo '\nrm x\n')", ['a backslash in an array inside a substitution']],
    ['a=(b\\ c)', []],
    ['2>(rm)', ['`2>(rm)` is not understood']],
    ['echo $((echo hi); (rm x))', ['`$((` may be arithmetic or a subshell']],
    ['((echo hi); (rm x))', ['`((` may be arithmetic or two subshells']],
    ['(( a ; b ))', ['the arithmetic in `a ; b` is not understood']],
    ['echo $(( $(wc -l < "$f") + a[i + 1] + 16#ff )); ( (ls) )', []],
    // Words and operators that end elsewhere than the grammar thinks.
    ['>&-rm x', ['`>&-` ends before the next word']],
    ['ls <& -rm', ['`>&-` ends before the next word']],
    ['ls >!f', ['`>!` is another operator in zsh']],
    ['ls >>! f', ['`>!` is another operator in zsh']],
    ['{a[i]}>f ls', ['the subscript in `{a[i]}` is evaluated']],
    ["a[$(cat <<'EOF'\n'\nEOF\n)]=1", ["it is unclear where the subscript of `a[$(cat <<'EOF'\n'\nEOF\n)]=1` ends"]],
    ['echo ${ cd /tmp; }', ['`${ …; }` means different things to different shells']],
  ])('%j', (line, problems) => {
    expect(analyseCommandLine(line).problems).toEqual(problems);
  });
});

describe('other shells', () => {
  test.each<[shell: Shell, line: string, problems: string[]]>([
    ['zsh', '=rm x', ['zsh replaces `=rm` by the path of a command']],
    ['zsh', 'ls ~name/x', ['zsh may replace `~name/x` by any directory']],
    ['zsh', 'ls ~ ~/x HEAD~1 a=b [ a == b ]', []],
    ['zsh', 'ls $~x', ['zsh expands `$~x` in its own way']],
    ['zsh', '(( x )); [[ a ]]', []],
    ['zsh', "read x <<< 'a[$(rm y)]'; printf %d $x", [PASSED_ON]],
    ['zsh', 'z=\'$\'; SECONDS="a[$z(rm y)]"', [PASSED_ON]],
    ['zsh', "COLUMNS=80 git commit -m 'fix a[0] in `f`'", []],
    ['bash', '=rm x; ls ~name', []],
    ['sh', "echo $'a\\'; rm x #'", ["`sh` may not know the quotes of `$'a\\'; rm x #'`"]],
    ['dash', '((rm))', ['`dash` may not know `((`']],
    ['sh', '[[ a && rm ]]', ['`sh` may not know `[[`']],
    ['sh', '[ a ] && ls', []],
    ['other', 'git status', ['no grammar is known for the shell that runs it']],
  ])('%s: %s', (shell, line, problems) => {
    expect(analyseCommandLine(line, shell).problems).toEqual(problems);
  });
});

describe('limits', () => {
  const TOO_LONG = 'takes too long to take apart';
  test.each<[what: string, line: string, problem: string]>([
    ['a long line', `rm x;${' '.repeat(65536)}`, 'longer than 64 KiB'],
    ['many heredocs', '<<E '.repeat(16000), 'more than 4000 times `<<`'],
    ['deep substitutions', `${'echo $('.repeat(1500)}rm x${')'.repeat(1500)}`, TOO_LONG],
    ['braces', '{'.repeat(65000), TOO_LONG],
    ['old arithmetic', '$['.repeat(32000), TOO_LONG],
    ['comments after case patterns', '# \n$(case x in x) '.repeat(3500), TOO_LONG],
    ['escaped backticks', `echo \`${'{'.repeat(2000)}\\\\\``, 'a long command in backticks with escapes in it'],
  ])('%s', (_, line, problem) => {
    const { problems, overLimit } = analyseCommandLine(line);
    expect({ last: problems.at(-1), overLimit }).toEqual({ last: problem, overLimit: true });
  });

  test('a long, ordinary script is within them', () => {
    const script =
      'for f in src/*.ts; do if [[ -f "$f" ]]; then node --check "${f%.ts}.js" 2>&1 | tail -n "$(nproc)"; fi; done # (x)\n';
    const { units, problems, overLimit } = analyseCommandLine(script.repeat(200));
    expect({ units: units.length, problems, overLimit }).toEqual({ units: 600, problems: [], overLimit: false });
  });

  test('commands are not counted', () => {
    const { units, problems, overLimit } = analyseCommandLine('ls;'.repeat(9000));
    expect({ units: units.length, problems, overLimit }).toEqual({ units: 9000, problems: [], overLimit: false });
  });
});
