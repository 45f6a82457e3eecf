import { absolutePath, type CallContext } from '@caliban/calls';
import { describeUrl } from '@caliban/calls/globs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { formatPattern } from '../../src/pattern/format-pattern.ts';
import { bash, call, REPO, rule, rules } from '../helpers/rules.ts';

/** `action`, the pattern that decided, and the part it decided on. */
function verdictOf(written: readonly string[], command: string): string {
  const { action, because } = judge(createRuleBook([...rules(...written), ...DEFAULT_RULES]), bash(command));
  const decided = because.kind === 'rule' ? formatPattern(because.rule.pattern) : because.kind;
  const part = 'part' in because && because.part !== undefined ? ` [${because.part.text}]` : '';
  return `${action} ${decided}${part}`;
}

describe('a line is judged part by part, and the verdict names the part', () => {
  test.each([
    ['git status', 'allow Bash:git *'],
    ['git status && rm -rf ~', 'deny Bash:rm * [rm -rf ~]'],
    ['git status && ls', 'ask Bash [ls]'],
    ['ls; rm x', 'deny Bash:rm * [rm x]'], // deny over ask, wherever it stands
    ['git log | git apply', 'allow Bash:git * [git log]'],
    ['git log > out', 'ask Write [> out]'],
    ['git log > /dev/null', 'allow Bash:git * [git log > /dev/null]'],
    ['PATH=/x; git log', 'ask Bash [PATH=/x]'],
    ['$X y', 'ask Bash [$X y]'],
    ['git log "', 'ask opaque [git log "]'],
    ['true', 'allow harmless'],
    ['git fetch || true', 'allow Bash:git * [git fetch]'],
    ['V=1', 'allow harmless'],
    ['', 'ask Bash'],
    ['# nothing', 'ask Bash'],
  ])('`%s` → %s', (command, expected) => {
    expect(verdictOf(['deny Bash:rm *', 'allow Bash:git *'], command)).toBe(expected);
  });
});

describe('a `~` rule found in the line names the part whose own text it matches', () => {
  test.each([
    ['deny Bash:~push --force', 'cd docs && git push --force', 'deny Bash:~push --force [git push --force]'],
    ['deny Bash:~push --force', 'cd docs && git "push" --force', 'deny Bash:~push --force [git "push" --force]'],
    ['ask Bash:~push', 'cd docs; git push; git push x', 'ask Bash:~push [git push]'],
    ['deny Bash:~docs', 'cd docs && git push', 'deny Bash:~docs [cd docs]'],
    ['deny Bash:~push', 'A=push; ls', 'deny Bash:~push [A=push]'],
    ['deny Bash:~push', '$X y && git push', 'deny Bash:~push [git push]'],
    ['deny Bash:~docs && git', 'cd docs && git push', 'deny Bash:~docs && git [cd docs && git push]'], // across parts
    ['deny Bash:~push', 'ls; pwd # push', 'deny Bash:~push [ls; pwd # push]'],
  ])('%s on `%s` → %s', (written, command, expected) => {
    expect(verdictOf([written, 'allow Bash'], command)).toBe(expected);
  });
});

describe('an allow that spells the whole line', () => {
  test.each([
    ['cd x && make', 'allow'],
    ['cd x && make all', 'ask'],
    ['  cd x && make\n', 'allow'],
  ])('`cd x && make` on `%s` → %s', (command, action) => {
    expect(verdictOf(['allow Bash:cd x && make'], command).split(' ')[0]).toBe(action);
  });

  test.each([
    [['allow Bash:echo x > out'], 'echo x > out', 'allow'], // it spells the redirection
    [['allow Bash:echo * > out'], 'echo x > out', 'allow'],
    [['allow Bash:echo * > out'], 'echo x > evil > out', 'ask'],
    // A piece of the redirection that the rule spells is another one.
    [['allow Bash:echo * > out.bak'], 'echo x > out.bak', 'allow'],
    [['allow Bash:echo * > out.bak'], 'echo x > out > out.bak', 'ask'],
    [['allow Bash:echo * >> log'], 'echo x >> log', 'allow'],
    [['allow Bash:echo * >> log'], 'echo x > log >> log', 'ask'],
    [['allow Bash:echo * 2>> log'], 'echo x >> log 2>> log', 'ask'],
    [['allow Bash:echo * > a 2> b'], 'echo x > a 2> b', 'allow'],
    [['allow Bash:echo * >a 2>b'], 'echo x >a 2>b', 'allow'],
    [['allow Bash:echo * &> a'], 'echo x &> a', 'allow'],
    [['allow Bash:echo *'], 'echo x > out', 'ask'],
    [['deny Write:out', 'allow Bash:echo x > out'], 'echo x > out', 'deny'],
    [['allow Bash:ls \\*.ts | wc'], 'ls *.ts | wc', 'allow'],
    [['deny Bash:wc', 'allow Bash:ls | wc'], 'ls | wc', 'deny'], // at its place in the order
    [['allow Bash:cd * && make *'], 'cd x && make y', 'ask'], // a wildcard never crosses an operator
    [['allow Bash:$X y'], '$X y', 'ask'], // nor does spelling vouch for a name nobody can read
  ])('%s on `%s` → %s', (written, command, action) => {
    expect(verdictOf(written, command).split(' ')[0]).toBe(action);
  });
});

describe('the line as a whole takes the first match too', () => {
  test.each([
    [['deny Bash:curl * | sh*', 'allow Bash:curl *', 'allow Bash:sh*'], 'curl x | sh', 'deny'],
    // The directory of a program and `|&` are no way around a chain.
    [['deny Bash:curl * | sh', 'allow Bash'], 'curl x | /bin/sh', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], '/usr/bin/curl x | "/bin/sh"', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], 'curl x |& sh', 'deny'],
    [['deny Bash:curl * |& sh', 'allow Bash'], 'cd x; curl x|&sh', 'deny'],
    [['deny Bash:cd * && rm *', 'allow Bash'], 'cd x && /bin/rm y', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], 'curl x | /bin/shred', 'allow'],
    // Nor are groups, branches, loops, or a command in between.
    [['deny Bash:curl * | sh', 'allow Bash'], 'curl x | if true; then sh; fi', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], 'curl x | while true; do sh; done', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], 'curl x | case a in a) sh;; esac', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], 'for x in a; do curl $x; done | sh', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], '(curl x; true) | sh', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], 'curl x | { cd y; sh; }', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], 'true; curl x | tee f | sh', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], 'true; curl x | a | b | c | d | e | sh', 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], 'curl x && ls | sh', 'deny'], // it spells the whole line
    [['deny Bash:curl * | sh', 'allow Bash'], 'cd y; curl x && ls | sh', 'allow'],
    [['deny Bash:curl * | sh', 'allow Bash'], `ls; curl x | ${'a | '.repeat(30)} sh`, 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], `ls; ${'a | '.repeat(200)} curl x | a | a | a | a | sh`, 'ask'],
    [['deny Bash:curl * | sh', 'allow Bash'], `{ ${'a;'.repeat(99)} curl x; } | { ${'a;'.repeat(99)} sh; }`, 'deny'],
    [['deny Bash:curl * | sh', 'allow Bash'], `{ ${'a;'.repeat(400)} curl x; } | { ${'a;'.repeat(400)} sh; }`, 'ask'],
    // What another shell will split, it splits at any blanks.
    [['deny Bash:~rm *', 'allow Bash'], 'bash -c "rm\t-rf x"', 'deny'],
    [['deny Bash:~git push', 'allow Bash'], "ssh h 'git  push'", 'deny'],
    [['deny Bash:~git push', 'allow Bash'], 'sh <<E\ngit \\\n push\nE', 'deny'],
    [['deny Bash:~git push', 'allow Bash'], 'echo "git\n push"', 'allow'],
    // What stands beside the commands is looked at without its quotes, too.
    [['deny Bash:~.env', 'allow Bash:cat'], 'cat < .env', 'deny'],
    [['deny Bash:~.env', 'allow Bash:cat'], "cat < .e''nv", 'deny'],
    [['deny Bash:~id_rsa', 'allow Bash:cat'], 'cat < ~/.ssh/id\\_"rsa"', 'deny'],
    [['deny Bash:~.env', 'allow Bash'], "{ ls; } > .e''nv", 'deny'],
    [['deny Bash:~.env', 'allow Bash'], "echo $(< .e''nv)", 'deny'],
    [['deny Bash:~rm *', 'allow Bash'], `bash <<< 'r'"m x"`, 'deny'],
    [['deny Bash:~rm', 'allow Bash'], "A=r''m bash -c '$A x'", 'deny'],
    [['deny Bash:~rm', 'allow Bash'], "A=r''m; ls", 'deny'],
    [['deny Bash:~rm x', 'allow Bash'], 'bash <<E\nr\\\nm x\nE', 'deny'],
    [['deny Bash:cat *.env*', 'allow Bash'], 'cat<.env', 'deny'],
    [['deny Bash:cat *.env*', 'allow Bash'], 'cat<".env"', 'deny'],
    [['deny Bash:echo * >*', 'allow *'], 'echo x>y', 'deny'],
    [['allow Bash:curl *', 'allow Bash:sh*', 'deny Bash:curl * | sh*'], 'curl x | sh', 'allow'], // as the order says
    [['ask Bash', 'deny Bash:~a'], 'a;', 'ask'],
    [['ask Bash', 'deny Bash:a *'], 'a x; b', 'ask'],
    [['ask Bash', 'deny Bash:A=*'], 'A=1; b', 'ask'],
    [['deny Bash:A=*', 'allow Bash:b'], 'A=1; b', 'deny'],
    [['deny Bash'], '> out', 'deny'],
    [['ask Bash', 'allow Bash'], 'ls > out', 'ask'], // an allow below does not cover the redirection
    [['deny Bash', 'allow Write'], 'A=1', 'deny'],
  ])('%s on `%.80s` → %s', (written, command, action) => {
    expect(verdictOf(written, command).split(' ')[0]).toBe(action);
  });
});

describe('a deny or ask that spells a redirection meets it however it is written', () => {
  test.each([
    [['deny Bash:~> /etc*', 'allow Bash'], 'echo x > /etc/passwd', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], 'echo x >/etc/passwd', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], 'echo x > "/etc/passwd"', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], "echo x >'/etc'/pass\\wd", 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], 'echo x >\t/etc/passwd', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], '>/etc/passwd echo x', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], '>/etc/passwd', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], '{ echo x; } >/etc/passwd', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], 'echo "$(date >/etc/passwd)"', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], 'echo x >>/etc/passwd', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], 'echo x >|/etc/passwd', 'deny'],
    [['deny Bash:~> /etc*', 'allow Bash'], 'echo x &>/etc/passwd', 'deny'],
    [['deny Bash:echo * > /etc*', 'allow Bash'], 'echo x 1>/etc/passwd', 'deny'],
    [['deny Bash:echo * > /etc*', 'allow Bash'], '"/bin/echo" x 2>err >/etc/passwd', 'deny'],
    [['deny Bash:~>/etc*', 'allow Bash'], 'echo x > /etc/passwd', 'deny'],
    [['deny Bash:* 2> /etc/passwd', 'allow Bash'], 'echo x 2>/etc/passwd >out', 'deny'],
    [['ask Bash:* < /etc/*', 'allow Bash', 'allow Read'], 'cat <"/etc/passwd"', 'ask'],
    [['deny Bash:~> /etc*', 'allow Bash'], 'echo x >/tmp/etc 2>&1', 'allow'],
    [['deny Bash:~> /etc*', 'allow Bash'], "echo '>/etc/passwd'", 'allow'],
    [['deny Bash:~> /etc*', 'allow Bash'], 'cat </etc/hosts', 'allow'],
    [['deny Bash:~> a', 'deny Bash:*passwd', 'allow Bash'], 'echo x >"/etc/passwd"', 'allow'], // that one spells none
    [['allow Bash', 'deny Bash:~> /etc*'], 'echo x >/etc/passwd', 'allow'], // as the order says
    [['allow Bash:echo x >/etc/motd', 'deny Bash:~> /etc*'], 'echo x >/etc/motd', 'allow'],
    [['allow Bash:echo "x y"*', 'deny Bash:~> /etc*', 'allow Write'], 'echo "x y" >/etc/motd', 'allow'],
    [['deny Bash:* > /etc*', 'allow Bash'], `echo ${'x'.repeat(9000)}${' >a'.repeat(900)}`, 'ask'], // more than is looked at
    [['allow Bash', 'deny Bash:* > /etc*'], `echo ${'x'.repeat(9000)}${' >a'.repeat(900)}`, 'allow'],
  ])('%s on `%s` → %s', (written, command, action) => {
    expect(verdictOf(written, command).split(' ')[0]).toBe(action);
  });

  test('the redirection is the part that is named', () => {
    expect(verdictOf(['deny Bash:~> /etc*', 'allow Bash'], 'echo x >"/etc/passwd"')).toBe(
      'deny Bash:~> /etc* [>"/etc/passwd"]',
    );
  });
});

describe('only a match-all allow with no deny or ask above it vouches for what cannot be read', () => {
  test.each([
    [['allow Bash'], '$X y', 'allow'],
    [['allow Bash:*'], 'git log "', 'allow'],
    [['allow *'], 'git log "', 'allow'],
    [['deny Bash:rm *', 'allow Bash'], '$X y', 'ask'],
    [['deny Bash:rm *', 'allow Bash'], 'git log "', 'ask'],
    [['deny Bash:rm *', 'allow Bash'], 'rm x "', 'deny'],
    [['ask WebFetch', 'allow *'], '$X y', 'allow'],
    [['allow Bash', 'deny Bash:rm *'], '$X y', 'allow'],
    // A target that cannot be read may be the one a rule is about.
    [['allow Bash'], 'echo y > $F', 'allow'],
    [['allow Bash', 'deny Write:.env'], 'echo y > $F', 'allow'],
    [['deny Write:.env', 'allow Bash'], 'echo y > $F', 'ask'],
    [['deny Write:.env', 'allow Bash'], 'X=.env; echo y > $X', 'deny'], // the line itself says which file
    [['ask Write:x', 'allow Bash', 'deny Write:.env'], 'X=.env; echo y > $X', 'ask'], // as the literal one, which is allowed first
    [['deny Write:.env', 'allow Bash'], 'echo y > .en?', 'ask'],
    [['deny Write:.env', 'allow Bash'], 'echo y > "$PWD/.env"', 'deny'],
    [['deny Write:.env', 'allow Bash'], 'echo y > out', 'allow'],
    [['deny Write:.env', 'allow Bash:echo y > $F'], 'echo y > $F', 'allow'],
    [['deny Read:.env', 'allow Bash'], 'cat < .en?', 'ask'],
    [['deny Read:.env', 'allow Bash'], 'echo y > $F', 'allow'],
  ])('%s on `%s` → %s', (written, command, action) => {
    expect(verdictOf(written, command).split(' ')[0]).toBe(action);
  });
});

describe('a line too long to take apart', () => {
  const long = 'x'.repeat(70_000);
  test.each([
    ['a deny is found anywhere in it', ['deny Bash:rm *', 'allow Bash'], `echo ${long}; rm y`, 'deny'],
    ['an allow below a deny does not cover it', ['deny Bash:rm *', 'allow Bash'], `echo ${long}`, 'ask'],
    ['a match-all allow does', ['allow Bash'], `echo ${long}`, 'allow'],
    ['a narrow allow does not', ['allow Bash:echo *'], `echo ${long}`, 'ask'],
  ])('%s', (_why, written, command, action) => {
    expect(verdictOf(written, command).split(' ')[0]).toBe(action);
  });
});

describe('a line of very many commands is judged like a short one', () => {
  const many = 'ls;'.repeat(9000);
  test.each([
    ['an allow covers all of them', ['allow Bash:ls'], many, 'allow'],
    ['a deny meets the last', ['deny Bash:rm *', 'allow Bash'], `${many}rm y`, 'deny'],
    ['so does one that spells a pipe', ['deny Bash:curl * | sh', 'allow Bash'], `${many}curl x|sh`, 'deny'],
  ])('%s', (_why, written, command, action) => {
    expect(verdictOf(written, command).split(' ')[0]).toBe(action);
  });
});

describe('deny and ask see through what an allow must spell out', () => {
  test.each([
    ["r''m x", 'deny'],
    ['\\rm x', 'deny'],
    ['rm  -rf\tx', 'deny'],
    ['FOO=1 rm x', 'deny'],
    ['/bin/rm x', 'deny'],
    ['"/usr/bin/rm" x', 'deny'],
    ['>/dev/null rm x', 'deny'],
    ['{rm,-rf,x}', 'deny'],
    ['X=rm; $X -rf y', 'deny'],
    ['$(echo rm) -rf y', 'deny'],
    ['r{m,} -rf y', 'deny'],
    ['rm$@ -rf x', 'deny'],
    ['rm${IFS}-rf y', 'deny'],
    ['X=/bin/rm; $X y', 'deny'],
    ['$DIR/rm y', 'deny'],
    ['$X rm y', 'ask'], // what follows a program that nobody knows is no program itself
    ['sudo rm x', 'allow'],
  ])('`%s` → %s', (command, action) => {
    expect(verdictOf(['deny Bash:rm *', 'allow Bash'], command).split(' ')[0]).toBe(action);
  });
});

describe('a deny is not dodged by how much there is of something', () => {
  const words = Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ');
  test.each([
    ['for c in add commit fetch tag merge log diff show push; do git $c; done', 'deny'],
    ['x=1; x=2; x=3; x=4; x=5; x=6; x=7; x=8; x=push; git $x', 'deny'],
    ['x=(a b c d e f g push); git ${x[7]}', 'deny'],
    [`x='push${' '.repeat(4200)}'; git $x origin`, 'deny'],
    [`git $(echo push${' '.repeat(300)}) origin`, 'deny'],
    [`git {${','.repeat(70)}push} origin`, 'deny'],
    [`git {${','.repeat(2000)}push} origin`, 'ask'],
    [`git ${'{'.repeat(40)}push${',a}'.repeat(40)} origin`, 'ask'],
    [`for c in ${words} push; do git $c; done`, 'deny'],
    [`for c in ${words} ${words} push; do git $c; done`, 'deny'],
    [`for c in ${words}; do git $c; done`, 'allow'],
    ['x=PUSH; git ${x,,}', 'deny'],
    ['x=xpush; git ${x#x} origin', 'deny'],
    ['x=log.push; git ${x%.*}', 'allow'],
    ['x=log.push; git ${x##*.}', 'deny'],
    ['x=status; git $x; x=push; echo "$x"', 'allow'],
    ['x=push; echo "$x"; x=status; git $x', 'allow'],
  ])('%#: `%.60s` → %s', (command, action) => {
    const written = ['deny Bash:git push*', 'allow Bash:git *', 'allow Bash:echo *'];
    expect(verdictOf(written, command).split(' ')[0]).toBe(action);
  });

  test('what is not looked at is a question only where a deny or ask stands above', () => {
    const line = `git {${','.repeat(2000)}push} origin`;
    expect(verdictOf(['allow Bash:git *', 'deny Bash:git push*'], line).split(' ')[0]).toBe('allow');
  });
});

describe('redirections', () => {
  test.each([
    ['echo x > out/a', 'allow'],
    ['cd out && echo x > a', 'allow'],
    ['cd out; echo x > a', 'ask'], // the cd may fail
    ['(cd out && echo x); echo y > a', 'ask'],
    ['cd /repo/out && echo x > b/../a', 'allow'],
    ['cd "$D" && echo x > a', 'ask'],
    ['cd "$D" && echo x > /repo/out/a', 'allow'],
    ['echo x > ~/a', 'ask'],
    ['echo x > "~/out/a"', 'ask'],
    ['echo x > $F', 'ask'],
    ['echo x > /dev/tcp/a/80', 'ask'],
    ['cat < secret/a', 'deny'],
    ['cat < plain', 'allow'],
    ['cat < "$F"', 'ask'], // some rule cares what is read
    ['cat <<< "x"', 'allow'],
  ])('`%s` → %s', (command, action) => {
    const written = [
      'deny Read:secret/**',
      'allow Write:out/**',
      'allow Bash:echo *',
      'allow Bash:cat*',
      'allow Bash:cd *',
    ];
    expect(verdictOf(written, command).split(' ')[0]).toBe(action);
  });

  test('an unknown target that is only read is nobody’s business where no rule cares', () => {
    expect(verdictOf(['allow Bash:cat*'], 'cat < "$F"')).toBe('allow Bash:cat* [cat < "$F"]');
  });
});

describe('built-ins that fill a variable assign it', () => {
  test.each([
    ['read PATH < f; git log', 'ask'],
    ['read -r line; git log', 'allow'],
    ['printf -v PATH %s /x; git log', 'ask'],
    ['printf -vIFS x; git log', 'ask'],
    ['printf "%s" PATH; git log', 'allow'],
    ['mapfile -t GIT_DIR < f; git log', 'ask'],
  ])('`%s` → %s', (command, action) => {
    const written = ['allow Bash:read *', 'allow Bash:printf *', 'allow Bash:mapfile *', 'allow Bash:git *'];
    expect(verdictOf(written, command).split(' ')[0]).toBe(action);
  });
});

test.each([
  ['npm test && git push o', 'ask Bash:git push * [git push o]'],
  ['npm test && git push o && make x', 'ask Bash:git push * [git push o]'],
  ['git push o && git push p', 'ask Bash:git push * [git push o]'],
  ['npm test | tee x', 'ask Bash [npm test]'],
  ['$X y && git push o', 'ask Bash:git push * [git push o]'],
])('among questions, that of a rule somebody wrote: `%s` → %s', (command, expected) => {
  expect(verdictOf(['ask Bash:git push *'], command)).toBe(expected);
});

describe('what needs no rule does nothing, unless the line says otherwise', () => {
  test.each([
    [':', 'allow'],
    ['true && exit 0', 'allow'],
    [':(){ :|:& };:', 'ask'],
    ['true() { true | true & }; true', 'ask'],
    ['function exit { :; }; exit', 'ask'],
    ['f(){ :; }; :', 'allow'],
  ])('`%s` → %s', (command, action) => {
    expect(verdictOf([], command).split(' ')[0]).toBe(action);
  });
});

describe('links: an allow must match both paths, a deny or ask either', () => {
  const linked = { ...REPO, realPath: (path: string) => absolutePath(path.replace('/repo/link', '/etc')) };
  test.each([
    [['allow Edit:**'], 'link/x', 'ask'],
    [['allow Edit:**', 'allow Edit:/etc/**'], 'link/x', 'ask'], // no single rule matches both
    [['allow Edit:/**'], 'link/x', 'allow'],
    [['allow Edit:**'], 'src/x', 'allow'],
    [['deny Edit:/etc/**', 'allow Edit:/**'], 'link/x', 'deny'],
    [['deny Edit:link/**', 'allow Edit:/**'], 'link/x', 'deny'],
    // Whoever follows the link first ends in `/`, and whoever goes by the text in the workspace.
    [['allow Edit:**'], 'link/../x', 'ask'],
    [['allow Edit:/**'], 'link/../x', 'allow'],
    [['deny Edit:/x', 'allow Edit:/**'], 'link/../x', 'deny'],
    [['deny Edit:./x', 'allow Edit:/**'], 'link/../x', 'deny'],
    [['allow Edit:**'], 'src/../x', 'allow'],
  ])('%s on %s → %s', (written, path, action) => {
    const book = createRuleBook([...rules(...written), ...DEFAULT_RULES]);
    expect(judge(book, call('Edit', { path }, linked)).action).toBe(action);
  });
});

describe('a root that is a link: paths come by either of its names', () => {
  const linked: CallContext = {
    workspace: absolutePath('/lk/ws'),
    home: absolutePath('/lk/me'),
    realPath: (path) => absolutePath(path.replace(/^\/lk(?=\/|$)/, '/real')),
  };
  test.each([
    [['deny Read:~/.ssh/**'], '/lk/me/.ssh/id', 'deny'],
    [['deny Read:~/.ssh/**'], '/real/me/.ssh/id', 'deny'],
    [['deny Read:~/.ssh/**'], '/real/me/ssh/id', 'allow'],
    [['deny Read:secret/**'], 'secret/x', 'deny'],
    [['deny Read:secret/**'], '/real/ws/secret/x', 'deny'],
    [['deny Read:secret/**'], '/real/other/secret/x', 'allow'],
    [['deny Read:/real/ws/**'], 'secret/x', 'deny'],
    [['allow Edit:src/**'], 'src/x', 'allow'],
    [['allow Edit:src/**'], '/real/ws/src/x', 'allow'],
    [['allow Edit:src/**'], '/real/src/x', 'ask'],
    [['allow Edit:/lk/ws/src/**'], '/real/ws/src/x', 'ask'],
  ])('%s on %s → %s', (written, path, action) => {
    const tool = written[0]?.includes('Edit') ? 'Edit' : 'Read';
    const book = createRuleBook([...rules(...written), ...DEFAULT_RULES]);
    expect(judge(book, call(tool, { path }, linked)).action).toBe(action);
  });
});

describe('a search is denied where Read is', () => {
  test.each([
    [['deny Read:.env*'], 'Grep', '.env', 'deny'],
    [['deny Read:.env*'], 'Grep', '.', 'allow'],
    [['deny Read:~/.ssh/**'], 'Grep', '~/.ssh', 'deny'],
    [['deny Read:~/.ssh/**'], 'Glob', '/home/me/.ssh/keys', 'deny'],
    [['deny Read:~/.ssh/**'], 'Grep', '~', 'allow'],
    [['deny Read:secrets/'], 'Glob', 'secrets', 'deny'],
    [['deny Read:/**'], 'Glob', '/', 'deny'],
    [['allow Read:~/.ssh/config', 'deny Read:~/.ssh/**'], 'Grep', '~/.ssh/config', 'allow'],
    [['allow Read:src/**', 'deny Read:/**'], 'Grep', 'src', 'allow'],
    [['allow Read:src/**', 'deny Read:/**'], 'Grep', 'lib', 'deny'],
    [['allow Read', 'deny Read:.env'], 'Grep', '.env', 'allow'],
    [['deny Read'], 'Grep', 'src', 'allow'], // Grep is another tool
    [['allow Read:src/**', 'deny Read'], 'Grep', '.', 'allow'],
    [['ask Read', 'allow Grep'], 'Grep', 'src', 'allow'], // who asks for reads has said nothing of searches
    [['allow Grep:~/.ssh/**', 'deny Read:~/.ssh/**'], 'Grep', '~/.ssh/id', 'deny'],
    [['deny Grep:src'], 'Grep', 'src', 'deny'],
    [['deny Read:offset=1'], 'Grep', 'src', 'allow'],
    [['deny Read:src/**'], 'Edit', 'src/a', 'ask'],
    [['deny Grep:.env', 'deny Read:.env'], 'Grep', '.env', 'deny'],
    // Without a path, where it stands.
    [['deny Read:**'], 'Grep', undefined, 'deny'],
    [['deny Read:src/**'], 'Grep', undefined, 'allow'],
  ])('%s: %s of %s → %s', (written, tool, path, action) => {
    const book = createRuleBook([...rules(...written), ...DEFAULT_RULES]);
    expect(judge(book, call(tool, { path })).action).toBe(action);
  });
});

describe('a file system that tells no case apart', () => {
  const folding = { ...REPO, foldsCase: true };
  test.each([
    ['deny Edit:Secrets/**', '/REPO/sEcrets/x'],
    ['deny Edit:/repo/secrets/**', 'SECRETS/x'],
    ['deny Edit:~/.SSH/**', '/Home/Me/.ssh/id'],
  ])('%s on %s', (written, path) => {
    const book = createRuleBook([...rules(written), ...rules('allow Edit')], { foldPaths: true });
    expect(judge(book, call('Edit', { path }, folding)).action).toBe('deny');
  });

  test.each([true, false])('the book alone knows; the call says %s', (foldsCase) => {
    const written = rules('deny Edit:/Secret/**', 'allow Edit');
    const edit = (path: string) => call('Edit', { path }, { ...REPO, foldsCase });
    expect(judge(createRuleBook(written), edit('/Secret/x')).action).toBe('deny');
    expect(judge(createRuleBook(written, { foldPaths: true }), edit('/sECRET/x')).action).toBe('deny');
  });
});

test('directories at any depth are found beside each other', () => {
  const book = createRuleBook(rules('allow Edit:src/', 'allow Edit:**/src/', 'allow Edit:*.md/'));
  expect(judge(book, call('Edit', { path: 'src/a.ts' })).action).toBe('allow');
});

describe('urls', () => {
  test.each([
    [['allow WebFetch:https://a.test/*'], 'https://a.test/x', 'allow'],
    [['allow WebFetch:https://a.test/*'], 'https://user@a.test/x', 'ask'],
    [['allow WebFetch:https://a.test/*'], 'https://a.test@evil.example/x', 'ask'],
    [['allow WebFetch:https://a.test/*'], 'https://a.test.evil.example/x', 'ask'],
    [['allow WebFetch:https://a.test/*'], 'https:\\\\evil.example\\@a.test/x', 'ask'],
    [['allow WebFetch:*a.test*'], 'not a url a.test', 'ask'],
    // Without a path it is `/` that is fetched; an allow wants the slash written.
    [['allow WebFetch:https://a.test/*'], 'https://a.test', 'ask'],
    [['deny WebFetch:https://a.test/*', 'allow WebFetch'], 'https://a.test', 'deny'],
    [['deny WebFetch:https://a.test/', 'allow WebFetch'], 'https://A.test:443', 'deny'],
    [['ask WebFetch:https://a.test:8080/*', 'allow WebFetch'], 'https://a.test:8080', 'ask'],
    [['deny WebFetch:https://a.test/*', 'allow WebFetch'], 'https://me@a.test', 'deny'],
    [['allow WebFetch:https://a.test', 'deny WebFetch:https://a.test/*'], 'https://a.test', 'allow'],
    [['ask WebFetch:https://a.test/*', 'deny WebFetch:https://a.test'], 'https://a.test', 'deny'],
    [['deny WebFetch:https://a.test/x*', 'allow WebFetch'], 'https://a.test', 'allow'],
    [['deny WebFetch:*evil*', 'allow WebFetch'], 'https://evil.example./x', 'deny'],
    [['deny WebFetch:https://evil.example/*', 'allow WebFetch'], 'https://EVIL.example./x', 'deny'],
    [['deny WebFetch:https://evil.example/*', 'allow WebFetch'], 'https://evil.example.:443', 'deny'],
    [['deny WebFetch:https://evil.example/*', 'allow WebFetch'], 'https://evil.example%2e', 'deny'],
    [['deny WebFetch:https://evil.example/*', 'allow WebFetch'], 'https://evil.example。', 'deny'],
    [['deny WebFetch:https://evil.example:*/*', 'allow WebFetch'], 'https://evil.example.:8443', 'deny'],
    [['deny WebFetch:https://evil.example/*', 'allow WebFetch'], 'https://evil.example.org.:443', 'allow'],
    [['deny WebFetch:http://127.0.0.1/*', 'allow WebFetch'], 'http://2130706433/x', 'deny'],
    [['deny WebFetch:https://evil.example/*', 'allow WebFetch'], 'https://u:p@evil.example/x', 'deny'],
    [['allow WebFetch:https://a.test'], 'https://a.test/', 'allow'],
    [['allow WebFetch:https://*.a.test'], 'https://x.a.test/y.a.test', 'ask'],
    [['allow WebFetch:https://bücher.test/*'], 'https://xn--bcher-kva.test/x', 'allow'],
    [['allow WebFetch:https://a.test/api/{id}/*'], 'https://a.test/api/{id}/get', 'allow'],
    [['allow WebFetch:https://a.test/a{b'], 'https://a.test/a{b', 'allow'],
    [["allow WebFetch:https://a.test/it's\\?name=O'*"], "https://a.test/it's?name=O'Brien", 'allow'],
    [['allow WebFetch:https://a.test/#`x`'], 'https://a.test/#`x`', 'allow'],
  ])('%s on `%s` → %s', (written, url, action) => {
    const book = createRuleBook([...rules(...written), ...DEFAULT_RULES]);
    expect(judge(book, call('WebFetch', { url })).action).toBe(action);
  });

  test('normal form', () => {
    expect(describeUrl('HTTPS://User:pw@A.test:443/x')).toEqual({
      written: 'HTTPS://User:pw@A.test:443/x',
      normal: 'https://a.test/x',
      hasUserinfo: true,
    });
  });
});

describe('enforce: what a locked layer denies, no other layer lifts', () => {
  const user = [rule('allow Bash:rm -i *', 'user'), rule('deny Bash:rm *', 'user')];
  test.each([
    [['user'], 'rm x', 'deny'],
    [['user'], 'rm -i x', 'allow'], // the layer's own exception
    [['user'], 'ls && rm x', 'deny'],
    [[], 'rm x', 'allow'],
    // What cannot be read may be just that.
    [['user'], '$X y', 'ask'],
    [['user'], 'echo "${x@P}"', 'ask'],
    [['user'], '{rm,-rf,y}', 'deny'],
    [['user'], 'echo x > $F', 'allow'],
    [[], '$X y', 'allow'],
  ] as const)('locked %s: `%s` → %s', (enforcedLayers, command, action) => {
    const book = createRuleBook([rule('allow Bash', 'cli'), ...user, ...DEFAULT_RULES], { enforcedLayers });
    expect(judge(book, bash(command)).action).toBe(action);
  });
});
