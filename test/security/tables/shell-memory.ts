import { type Attack, attacks } from '../helpers/attack.ts';

const NO_ETC = ['deny Write:/etc/**', 'allow Bash'];
const INTO_OUT = ['allow Bash:cd *', 'allow Bash:ls *', 'allow Bash:echo *', 'allow Write:out/**'];
const BUILTINS = ['declare', 'f', 'git', 'printf', 'read', 'set'].map((name) => `allow Bash:${name} *`);
const NO_RM_ANYWHERE = ['deny Bash:~rm *', 'allow Bash'];
const NO_RM = ['deny Bash:rm *', 'allow Bash'];

/** What a line has the shell remember: functions, values, where it stands. */
export const SHELL_MEMORY: readonly Attack[] = [
  // A function moves the shell whenever it is called.
  ...attacks('fresh', 'not-allow', NO_ETC, [
    'f() { cd /etc; }; cd /tmp && f && echo x > passwd',
    'f() { cd /etc; }; cd /tmp || exit; f; echo x > passwd',
    'g() { cd /tmp && f && echo x > passwd; }; f() { cd /etc; }; g',
    'f() { [ -z "$1" ] || { cd /tmp && f && echo x > passwd; }; cd /etc; }; f 1',
    'f() { g() { cd /etc; }; }; cd /tmp && f && g && echo x > passwd',
    "mapfile -C 'cd /etc #' -c 1 x <<< a; echo x > passwd",
  ]),
  ...attacks(
    'fresh',
    'not-allow',
    ['deny Read:~/.ssh/**', 'allow Bash'],
    ['f() { cd ~/.ssh; }; cd /tmp && f && cat < id_rsa'],
  ),
  ...attacks('fresh', 'not-allow', INTO_OUT, ['ls() { cd /etc; }; cd /repo && ls x && echo x > out/f']),
  ...attacks('fresh', 'allow', NO_ETC, [
    'f() { (cd /etc && ls); }; cd /tmp && f && echo x > passwd',
    'f() ( cd /etc && ls ); f; echo x > passwd',
    'f() { x=$(cd /etc && pwd); cd /etc | cat; cd /etc & }; f; echo x > passwd',
    'f() { cd /tmp && echo x > passwd; }; f',
    'mapfile -t x <<< a; echo x > passwd',
  ]),
  ...attacks('fresh', 'allow', INTO_OUT, ['ls() { (cd /etc); }; cd /repo && ls x && echo x > out/f']),
  // What programs make of their words, arithmetic evaluates.
  ...attacks('fresh', 'not-allow', NO_RM, [
    "q=$(echo 'a{%(touch hit)}' | tr '{}%' '[]$'); echo $((q))",
    "echo 'a{%(touch hit)}' | tr '{}%' '[]$' | while read q; do echo $((q)); done",
    "q=$(echo 'a{%(touch hit)}' | sed 's/{/[/;s/%/$/;s/}/]/'); echo $((q))",
    "q=$(echo 'a{%(touch hit)}' | sed 'y/{%}/[$]/'); echo $((q))",
    'y=[; z=\'$\'; q=$(git log -1 --format="tformat:a$y$z(touch hit)]"); echo $((q))',
    "y=[; z='$'; q=$(jq -rn --arg x \"a$y$z(touch hit)]\" '$x'); echo $((q))",
    'q=$(jq -rn \'"a[$X(touch hit)]"\' | tr -d X); echo $((q))',
    'q=$(awk \'BEGIN { print "a[$X(touch hit)]" }\' | tr -d X); echo $((q))',
    'y=[; z=\'$\'; q=$(find . -maxdepth 0 -printf "a$y$z(touch hit)]"); echo $((q))',
    'y=[; z=\'$\'; E="a$y$z(touch hit)]"; export E; q=$(printenv E); echo $((q))',
    'y=[; z=\'$\'; E="a$y$z(touch hit)]"; export E; q=$(printenv | grep ^E | cut -c3-); echo $((q))',
    'y=[; z=\'$\'; q=$(grep -H --label="a$y$z(touch hit)]" -o x <<< x); echo $((q))',
    'y=[; z=\'$\'; mkdir "qa$y$z(touch hit)]"; for q in qa*; do echo $((q)); done',
    'y=[; z=\'$\'; echo x > "qa$y$z(touch hit)]"; q=$(find . -name "qa*"); echo $((q))',
    'y=[; z=\'$\'; f() { echo "a$y$z(touch hit)]"; }; q=$(f); echo $((q))',
    'y=[; z=\'$\'; f() { git log --format="a$y$z(touch hit)]"; }; q=$(f | cut -c1-); echo $((q))',
    'y=[; z=\'$\'; wc() { cat; }; q=$(git log --format="a$y$z(touch hit)]" | wc -l); echo $((q))',
  ]),
  ...attacks(
    'fresh',
    'not-allow',
    ['allow Bash:git *', 'allow Bash:echo *'],
    ["q=$(git log -1 --format='tformat:PATH=5'); echo $((q))"],
  ),
  ...attacks('fresh', 'allow', NO_RM, [
    "n=$(grep -c 'x[0-9]$' f); echo $((n+1))",
    "n=$(grep -oE '[0-9]+$' f); echo $((n+1))",
    'count=$(git rev-list --count HEAD); echo $((count+1))',
    'v=$(git log -1 --format=%ct -- f); echo $((v+1))',
    'x=$(cat f); echo $((x*2))',
    'for i in $(seq 1 5); do echo $((i*2)); done',
    'lines=$(wc -l < f); echo $((lines / 2))',
    'port=$(jq -r .port a.json); echo $((port+1))',
    'port=$(jq -r --arg n "$name" \'.[] | select(.name == $n) | .port\' a.json); echo $((port+1))',
    "v=$(grep PORT .env | cut -d '=' -f2); echo $((v+1))",
    "n=$(sed -n 's/^version=\\([0-9]*\\)$/\\1/p' f); echo $((n+1))",
    "n=$(awk -F'[:,]' '/^a[0-9]$/ { print $2 }' f); echo $((n+1))",
    "n=$(find . -regex '.*[0-9]$' | wc -l); echo $((n+1))",
    "n=$(git log --grep='x[0-9]$' 2>/dev/null | wc -l | tr -d '[:space:]'); echo $((n+1))",
    'for f in *.log; do n=$(wc -l < "$f"); t=$((t+n)); done; grep \'[0-9]$\' f',
    'f() { echo "usage: [options] \\$1"; }; g() { cat "$1" | wc -l; }; n=$(g x); echo $((n+1))',
    "n=$(perl -ne 'print $1 if /v([0-9]+)$/' f); echo $((n+1))",
    "mkdir -p out; n=$(cut -d[ -f2 f | tail -n 1); echo $((n+1)); sed -i 's/[0-9]*$/x/' f",
  ]),
  // What is fed to a command, as the line itself tells it.
  ...attacks('fresh', 'deny', NO_RM_ANYWHERE, [
    'x=rm; bash <<< "$x -rf y"',
    'bash <<< "$(echo rm) -rf y"',
    'x=rm; bash <<E\n$x -rf y\nE',
    'x=r; y=m\nbash <<E\necho $x\n${x}${y} -rf y\nE',
    'for x in ls rm; do bash <<< "$x -rf y"; done',
    'while bash <<< "$x -rf y"; do x=rm; done',
  ]),
  ...attacks('fresh', 'not-allow', NO_RM_ANYWHERE, [
    `for x in ${Array.from({ length: 1100 }, (_, n) => `v${n}`).join(' ')} rm; do bash <<< "$x -rf y"; done`,
  ]),
  ...attacks('fresh', 'allow', NO_RM_ANYWHERE, [
    'x=ls; bash <<< "$x -rf y"',
    "x=rm; bash <<'E'\n$x -rf y\nE",
    `x=1; cat > out/f <<E\n${'some text and a value: $x\n'.repeat(500)}E`,
    'x=farm; cat <<< "$x"',
    'x=1; y=2; cat > out/f <<E\nA=$x\nB=${y:-3}\nC=$(date +%s) $PWD\nE',
  ]),
  // Names of variables that come by way of others.
  ...attacks('fresh', 'not-allow', BUILTINS, [
    'set -- PATH; read "$@" <<< /tmp/evil; git log',
    'set -- PATH; read $@ <<< /tmp/evil; git log',
    'set -- PATH; read $* <<< /tmp/evil; git log',
    'set -- -v PATH /tmp/evil; printf "$@"; git log',
    'f() { read "${@}" <<< /tmp/evil; }; f PATH; git log',
    'set -k; git log PATH=/tmp/evil',
    'set -ek; git log PATH=/tmp/evil',
    'set -o keyword; git log PATH=/tmp/evil',
    'x=-k; set $x; git log PATH=/tmp/evil',
    'declare -n r; r=PATH; r=/tmp/evil; git log',
    "declare -n 'r=PATH'; r=/tmp/evil; git log",
    "declare '-n' r=PATH; r=/tmp/evil; git log",
    'x=-n; declare $x r=PATH; r=/tmp/evil; git log',
    'r=PATH; declare -n r; r=/tmp/evil; git log',
    'declare -n r=x; for r in PATH; do r=/tmp/evil; done; git log',
    "declare -n r='PATH[0]'; r=/tmp/evil; git log",
  ]),
  ...attacks('fresh', 'allow', BUILTINS, [
    'set -- a b; git log "$@"',
    'read "$@" <<< /tmp/evil; git log',
    'set -e; git log keyword',
    'set -- -k keyword; git log',
    'declare -n r=x; r=/tmp; git log',
    "declare -n 'r=x'; r=/tmp; git log",
    'declare -r n=PATH; git log',
    'f() { printf "%s\\n" "$@"; git log; }',
    'for r in PATH; do git log; done',
  ]),
];
