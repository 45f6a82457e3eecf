import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { lintRules } from '../../src/inspect/lint/lint-rules.ts';
import { rule, rules } from './rules.ts';

const kindsIn = (...lines: readonly string[]) => lintRules(rules(...lines)).map(({ kind }) => kind);

test('a list with nothing to say about it', () => {
  const list = rules(
    'Bash:~rm -rf deny',
    'Bash(git push *) ask',
    'Bash:git * allow',
    'Bash:git allow',
    'Bash(npm run *) allow',
    '@recursive-deletion deny',
    'Bash:@read-only allow',
    'Edit|Write|MultiEdit|NotebookEdit:prod/** deny',
    'mcp__forge ask',
    'Bash:npm test allow',
    'Read:**/.env* deny',
    'Edit:src/** allow',
    'WebFetch:https://docs.example.test/* allow',
    'mcp__github__get_* allow',
  );
  expect(lintRules([...list, ...DEFAULT_RULES])).toEqual([]);
  expect(lintRules([])).toEqual([]);
});

describe('over-broad', () => {
  test.each([
    ['* allow', 'warning', '`*` allows every call of every tool; name the tools that may run unasked'],
    ['Bash allow', 'warning', '`Bash` allows every command; name the programs, as in `Bash:git *`'],
    ['Bash:* allow', 'warning', '`Bash:*` allows every command; name the programs, as in `Bash:git *`'],
    ['B* allow', 'warning', '`B*` allows every command; name the programs, as in `Bash:git *`'],
    ['Bash:* --version allow', 'warning', '`Bash:* --version` names no program, so any may run; write its name first'],
    [
      'Bash(export *) allow',
      'info',
      '`Bash(export *)` sets any variable but those that change what programs do, such as `PATH`; name the variables, as in `Bash:export CI=*`',
    ],
    ['Bash:python* * allow', 'warning', '`Bash:python* *` lets `python` run anything; spell out what it runs'],
    [
      'Bash(docker run *) allow',
      'warning',
      '`Bash(docker run *)` lets `docker run` run anything; spell out what it runs',
    ],
    [
      'Bash:~git allow',
      'warning',
      '`Bash:~git` allows every command that holds this text anywhere, also as a mere argument; write the command from its start',
    ],
    [
      'mcp__* allow',
      'warning',
      '`mcp__*` allows every tool of every MCP server; name the server, as in `mcp__github__*`',
    ],
    [
      'Write allow',
      'info',
      '`Write` allows changing every file, also outside the workspace; `Write:**` stays inside it',
    ],
    [
      'Write:path=* allow',
      'info',
      '`Write:path=*` allows changing every file, also outside the workspace; `Write:**` stays inside it',
    ],
  ])('%s', (line, severity, message) => {
    const findings = lintRules(rules(line)).map((finding) => [finding.kind, finding.severity, finding.message]);
    expect(findings).toEqual([['over-broad', severity, message]]);
  });

  test.each([
    ['* deny'],
    ['Bash ask'],
    ['Bash:~rm deny'],
    ['mcp__github__* allow'],
    ['mcp__*__get_* allow'],
    ['Edit:** allow'],
    ['Read allow'],
    ['Bash:sudo apt-get update allow'],
    ['Bash:export CI=* allow'],
  ])('not `%s`', (line) => {
    expect(kindsIn(line)).not.toContain('over-broad');
  });

  test.each([
    ['Bash:python* * allow', 'python -c rm -rf ~'],
    ['Bash:sudo * allow', 'sudo rm -rf ~'],
    ['Bash:* --version allow', 'rm -rf ~ --version'],
    ['Bash:find . -name * allow', 'find . -name x'],
  ])('`%s` shows `%s`', (line, command) => {
    const examples = lintRules(rules(line)).flatMap((finding) =>
      'exampleCall' in finding ? [finding.exampleCall] : [],
    );
    expect(examples).toEqual([{ tool: 'Bash', input: { command } }]);
  });

  test('shows a call nobody meant', () => {
    expect(
      lintRules(rules('Bash:~git allow')).map((finding) => 'exampleCall' in finding && finding.exampleCall),
    ).toEqual([{ tool: 'Bash', input: { command: 'rm -rf ~ git' } }]);
  });
});

describe('never-matches', () => {
  test.each([
    ['Bash:cd * && git * allow', 'covers one command'],
    ['Bash:git * | head allow', 'covers one command'],
    ['Bash:git *; allow', 'covers one command'],
    ['Bash:git *\nmake * allow', 'covers one command'],
    ['Bash:$CMD * allow', 'known only when it runs'],
    ['Bash:"git allow', 'cannot be vouched for'],
    ['Read:src/[b-a] deny', 'stands for no character'],
    ['WebFetch:https://me@a.test/* allow', 'user name'],
    ['WebFetch:a.test allow', 'write `https://a.test/*`'],
    ['WebFetch:evil.test deny', 'write `https://evil.test/*`'],
    ['WebFetch:domain:evil.test deny', 'write `https://evil.test/*`'],
    ['WebFetch:evil.test/\u001b* ask', 'write `https://evil.test/\\e*`'],
    ['WebFetch:evil.test/x* ask', 'write `https://evil.test/x*`'],
    ['WebFetch:https://a.test/a/../b allow', 'write `https://a.test/b`'],
  ])('%j: %s', (line, why) => {
    const findings = lintRules(rules(line)).filter(({ kind }) => kind === 'never-matches');
    expect(findings.map(({ message }) => message.includes(why))).toEqual([true]);
  });

  test.each([
    ['Bash:cd * && git * deny'], // a deny is tried on the whole line
    ['Bash:cd x && git pull allow'], // and an allow that spells it
    ['Bash:git commit -m "a && *" allow'],
    ['Bash:git * > out.txt allow'],
    ['Bash:A=1 git * allow'],
    ['Bash:PATH=* allow'],
    ['Bash:~ git  allow'], // `env git x`
    ['Bash:git *" allow'], // the quote may be opened by what the star stands for
    ['Read:src/[a-b] deny'],
    ['WebFetch:*a.test* allow'],
    ['WebFetch:https://a.test allow'],
    ['WebFetch:http* deny'],
    ['WebFetch:*://evil.test/* deny'],
    ['WebFetch:?ttps://evil.test/* deny'],
  ])('not %j', (line) => {
    expect(kindsIn(line)).not.toContain('never-matches');
  });
});

describe('deny-dodge', () => {
  test('proposes the setting', () => {
    const [first] = rules('Bash:rm * deny', 'Bash:rm deny');
    const findings = lintRules(rules('Bash:rm * deny', 'Bash:rm deny'));
    expect(findings.filter(({ position }) => position === 0)).toEqual([
      {
        kind: 'deny-dodge',
        rule: first,
        position: 0,
        severity: 'info',
        exampleCall: { tool: 'Bash', input: { command: 'sudo rm x' } },
        message: '`Bash:rm *` does not deny `sudo rm x`; write `see_through_wrappers = true` below `[permissions]`',
      },
    ]);
  });

  test.each([
    ['once', undefined, [0]],
    ['never with the setting', true, []],
  ])('%s for a file', (_, seesThroughWrappers, positions) => {
    const findings = lintRules(rules('Bash:rm * deny', 'Bash:dd * deny'), { seesThroughWrappers });
    const dodges = findings.filter(({ kind }) => kind === 'deny-dodge');
    expect(dodges.map(({ position }) => position)).toEqual(positions);
  });

  test('and shows what cannot be seen', () => {
    expect(lintRules(rules('Bash:rm \u001b* deny')).map(({ message }) => message)).toEqual([
      '`Bash:rm \\e*` does not deny `sudo rm \\ex`; write `see_through_wrappers = true` below `[permissions]`',
    ]);
  });

  test.each([
    [['Bash:~rm * deny']],
    [['Bash:*rm * deny']],
    [['Bash:rm * ask']],
    [['Bash:sudo * deny']],
    [['Bash:rm -rf * deny', 'Bash:~rm deny']], // taken care of
    [['Read:rm deny']],
  ])('not %j', (lines) => {
    expect(kindsIn(...lines)).not.toContain('deny-dodge');
  });
});

describe('folded-blanks', () => {
  test.each([
    [
      'Bash:rm  -rf * deny',
      '`Bash:rm  -rf *` hardly ever matches: blanks between words count as one; write `Bash:rm -rf *`',
    ],
    [
      'Bash(git\tpush) deny',
      '`Bash(git\\tpush)` hardly ever matches: blanks between words count as one; write `Bash(git push)`',
    ],
    ['Bash:~rm \t* ask', '`Bash:~rm \\t*` hardly ever matches: blanks between words count as one; write `Bash:~rm *`'],
    [
      "Bash:command=echo 'a  b'  c allow",
      "`Bash:command=echo 'a  b'  c` hardly ever matches: blanks between words count as one; write `Bash:command=echo 'a  b' c`",
    ],
  ])('%j', (line, message) => {
    const findings = lintRules(rules(line)).flatMap((finding) =>
      finding.kind === 'folded-blanks' ? [finding.message] : [],
    );
    expect(findings).toEqual([message]);
  });

  test.each([
    ['Bash:git commit -m "a  *" allow'],
    ["Bash:echo '\t' deny"],
    ['Bash:echo *  b" deny'], // the quote may be opened by what the star stands for
    ['Bash:cat a\\\\  b deny'], // a name that ends with a blank
    ['Bash:~ rm  deny'],
    ['Read:a  b deny'],
    ['*:a  b deny'], // a file, if no command
    ['Bash:description=a  b ask'],
    ['mcp__a__b:note=a  b deny'],
  ])('not %j', (line) => {
    expect(kindsIn(line)).not.toContain('folded-blanks');
  });
});

describe('misspelled-class', () => {
  test.each([
    [
      'Read:@secrts deny',
      'no class is called `@secrts`, so this is about a file of that name (did you mean `@secrets`?)',
    ],
  ])('%s', (line, message) => {
    const findings = lintRules(rules(line)).map((finding) => [finding.kind, finding.severity, finding.message]);
    expect(findings).toEqual([['misspelled-class', 'warning', message]]);
  });

  test.each([['Read:@secrets deny'], ['Read:@types/** deny'], ['@secrets deny'], ['Read:@types deny']])(
    'not `%s`',
    (line) => {
      expect(kindsIn(line)).not.toContain('misspelled-class');
    },
  );
});

describe('misspelled-tool', () => {
  test.each([
    ['bash deny', 'there is no tool `bash` (did you mean `Bash`?)'],
    ['edit:path=src/** allow', 'there is no tool `edit` (did you mean `Edit`?)'],
  ])('%s', (line, message) => {
    const findings = lintRules(rules(line)).map((finding) => [finding.kind, finding.severity, finding.message]);
    expect(findings).toEqual([['misspelled-tool', 'warning', message]]);
  });

  test.each([['Bash deny'], ['mcp__bash__bash deny'], ['bash* deny'], ['Task deny'], ['read_file deny']])(
    'not `%s`',
    (line) => {
      expect(kindsIn(line)).not.toContain('misspelled-tool');
    },
  );
});

describe('literal-colon', () => {
  test.each([
    ['Bash:rm:* deny', '`Bash:rm:*` does not match `rm x`: here the colon stands for itself; write `Bash(rm:*)`'],
    ['Bash:git:* allow', '`Bash:git:*` does not match `git x`: here the colon stands for itself; write `Bash(git:*)`'],
  ])('%s', (line, message) => {
    const findings = lintRules(rules(line)).map((finding) => [finding.kind, finding.message]);
    expect(findings).toEqual([['literal-colon', message]]);
  });

  test.each([
    ['Bash:npm run test:* allow'],
    ['Bash:~http:* deny'],
    ['Bash:PATH=/opt:* ask'],
    ['Bash:*:* ask'],
    ['Bash:: deny'],
    ['Bash(git push *) deny'],
    ['Read(c:*) deny'],
    ['WebFetch(https:*) deny'],
  ])('not `%s`', (line) => {
    expect(kindsIn(line)).not.toContain('literal-colon');
  });
});

describe('looks-like-regex', () => {
  test.each([
    ['Bash:^git status deny', '^'],
    ['Bash:git (status|diff) deny', '(status|diff)'],
    ['Bash:git status$ deny', '$'],
    ['Bash:git.* allow', '.*'],
    ['Bash:ls .+ allow', '.+'],
    ['Bash:kill \\d deny', '\\d'],
    ['Bash:~curl .+ deny', '.+'],
  ])('%s', (line, sign) => {
    const found = lintRules(rules(line)).filter(({ kind }) => kind === 'looks-like-regex');
    const pattern = line.replace(/ \w+$/, '');
    expect(found.map(({ message }) => message)).toEqual([
      `\`${pattern}\` looks like a regular expression, but a pattern is a glob: \`*\` is any text, and \`${sign}\` is only itself`,
    ]);
  });

  test.each([
    ['Bash:git * allow'],
    ['Bash:rm file.* deny'],
    ['Bash:cat ./.* deny'],
    ['Bash:echo $HOME allow'],
    ['Bash:a.out * allow'],
    ['Bash:find . -name \\*.ts allow'],
    ['Read:src/** allow'],
    ['mcp__a__b:x=^y$ deny'],
  ])('not `%s`', (line) => {
    expect(kindsIn(line)).not.toContain('looks-like-regex');
  });
});

describe('notes', () => {
  const now = new Date('2027-01-01T00:00:00Z');

  test.each([
    ['2026-12-31T23:59:59Z', ['expired']],
    ['2027-01-01T00:00:01Z', []],
    ['no date', []],
  ])('expires_at %s → %j', (expiresAt, kinds) => {
    expect(lintRules([rule('Read:a deny', 'project', { expiresAt })], { now }).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('without a clock no date is past', () => {
    expect(lintRules([rule('Read:a deny', 'project', { expiresAt: '1999-01-01T00:00:00Z' })])).toEqual([]);
  });

  test.each([
    ['allow', ['reason-without-deny']],
    ['ask', ['reason-without-deny']],
    ['deny', []],
  ])('a reason on %s → %j', (action, kinds) => {
    expect(lintRules([rule(`Read:a ${action}`, 'project', { reason: 'because' })]).map(({ kind }) => kind)).toEqual(
      kinds,
    );
  });
});

test('findings stand in the order of the rules', () => {
  const findings = lintRules(
    rules('Bash:rm * deny', '* allow', 'Read:a deny', 'Read:a deny', 'Bash:cd * && ls * allow'),
  );
  const positions = findings.map(({ position }) => position);
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
});

test.each([['*a?'.repeat(2000)], ['\ud800*'], [`${'{a,b}'.repeat(7)}${'[ab]'.repeat(100)}`]])(
  'what cannot be compared is said to be so',
  (glob) => {
    expect(kindsIn(`Read:${glob} deny`, `Read:${glob}x deny`)).toEqual(['unchecked', 'unchecked']);
  },
);

test('ten thousand rules', () => {
  const list = Array.from({ length: 10_000 }, (_, index) =>
    rule(
      index % 2 === 0
        ? `Bash(tool${index} run *) allow`
        : `Edit|Write|MultiEdit|NotebookEdit:packages/p${index}/**/*.ts deny`,
    ),
  );
  expect(
    lintRules([...list, ...rules('Bash(tool42 run fast *) allow', 'Edit:packages/p43/src/a.ts ask')]).map(
      ({ kind, position }) => [kind, position],
    ),
  ).toEqual([
    ['shadowed', 10_000],
    ['shadowed', 10_001],
  ]);
});

describe('needs-arguments', () => {
  test.each([
    [['Bash:ls * allow'], ['`Bash:ls *` does not match `ls` alone; `Bash(ls *)` matches both']],
    [['Bash:git log * ask'], ['`Bash:git log *` does not match `git log` alone; `Bash(git log *)` matches both']],
    [['Bash:ls * allow', 'Bash:ls allow'], []],
    [['Bash:ls * allow', 'Bash:ls deny'], ['`Bash:ls *` does not match `ls` alone; `Bash(ls *)` matches both']],
    [['Bash:ls * allow', 'Bash(ls:*) allow'], []],
    [['Bash:ls * allow', 'Bash:ls* allow'], []],
    [['Bash(ls *) allow'], []],
    [['Bash:ls -* allow'], []],
    [['Bash:* x * deny'], []],
    [['Bash:~ls * deny'], []],
  ])('%j', (lines, messages) => {
    const found = lintRules(rules(...lines)).filter(({ kind }) => kind === 'needs-arguments');
    expect(found.map(({ message }) => message)).toEqual(messages);
  });
});

describe('half-protected', () => {
  const all = 'Edit|Write|MultiEdit|NotebookEdit';
  test.each([
    [
      ['Edit:prod/** deny'],
      [`\`Edit:prod/**\` leaves Write, MultiEdit, NotebookEdit open; \`${all}:prod/**\` denies all that edit`],
    ],
    [['Write deny'], [`\`Write\` leaves Edit, MultiEdit, NotebookEdit open; \`${all}\` denies all that edit`]],
    [
      ['Write(prod/**) deny'],
      ['`Write(prod/**)` leaves Edit, MultiEdit, NotebookEdit open; `Edit(prod/**)` denies all that edit'],
    ],
    [
      ['Read|Edit:x deny'],
      [`\`Read|Edit:x\` leaves Write, MultiEdit, NotebookEdit open; \`Read|${all}:x\` denies all that edit`],
    ],
    [['*Edit:x deny'], [`\`*Edit:x\` leaves Write open; \`${all}:x\` denies all that edit`]],
    [
      ['Edit:x deny', 'Write:x deny'],
      [`\`Edit:x\` leaves MultiEdit, NotebookEdit open; \`${all}:x\` denies all that edit`],
    ],
    [
      ['Edit:x deny', 'Write|MultiEdit|NotebookEdit:{x,y} deny'],
      ['`Write|MultiEdit|NotebookEdit:{x,y}` leaves Edit open'],
    ],
    [[`${all}:x deny`], []],
    [['Edit(x) deny'], []],
    [['*:x deny'], []],
    [['Edit:x ask'], []],
    [['Edit:old_string=x deny'], []],
  ])('%j', (lines, messages) => {
    const found = lintRules(rules(...lines)).filter(({ kind }) => kind === 'half-protected');
    expect(found.map(({ message }, index) => message.slice(0, messages[index]?.length))).toEqual(messages);
  });
});

describe('classes are compared by name, and with nothing else', () => {
  test.each([
    [['@secrets deny', '@secrets allow'], ['shadowed']],
    [['@secrets deny', '@secrets deny'], ['duplicate']],
    [['@secrets deny', 'Bash:@secrets ask'], ['shadowed']],
    [['Bash:@secrets deny', '@secrets deny'], []],
    [['@secrets deny', '@network deny'], []],
    [['@secrets deny', 'Bash(cat .env) allow'], []],
    [['Bash(cat .env) allow', '@secrets deny'], []],
    [['* deny', '@secrets deny'], ['shadowed']],
    [['@read-only allow', 'Bash:ls && pwd allow'], []],
  ])('%j → %j', (lines, kinds) => {
    expect(kindsIn(...lines)).toEqual(kinds);
  });
});
