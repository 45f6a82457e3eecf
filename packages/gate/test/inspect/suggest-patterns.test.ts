import { type AbsolutePath, type Access, type CallContext, describeCall, type ToolCall } from '@caliban/calls';
import { literalText } from '@caliban/calls/globs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { lintRules } from '../../src/inspect/lint/lint-rules.ts';
import { suggestPatterns } from '../../src/inspect/suggest/suggest-patterns.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { parsePattern, specFor } from '../../src/pattern/parse-pattern.ts';
import type { Part } from '../../src/types/verdict.ts';
import { rule } from './rules.ts';

const context: CallContext = { workspace: '/repo' as AbsolutePath, home: '/home/me' as AbsolutePath };

function call(tool: string, input: unknown, access?: Access): ToolCall {
  return describeCall({ tool, input, context, ...(access === undefined ? {} : { access }) });
}

const bash = (command: string) => call('Bash', { command });
const preselectedFor = (any: ToolCall) => suggestPatterns(any).find(({ preselected }) => preselected)?.pattern ?? null;
const patternsFor = (any: ToolCall, part?: Part) => suggestPatterns(any, { part }).map(({ pattern }) => pattern);

describe('commands', () => {
  test.each([
    ['git push origin main', ['Bash:git *', 'Bash:git push *', 'Bash:git push origin main']],
    ['git push', ['Bash:git *', 'Bash:git push']],
    ['git', ['Bash:git']],
    ['git -C sub status', ['Bash:git *', 'Bash:git -C sub status']],
    ['git stash pop --index', ['Bash:git *', 'Bash:git stash *', 'Bash:git stash pop *', 'Bash:git stash pop --index']],
    ['gh pr create --fill', ['Bash:gh *', 'Bash:gh pr *', 'Bash:gh pr create *', 'Bash:gh pr create --fill']],
    ['npm run build', ['Bash:npm run *', 'Bash:npm run build']], // `npm *` has `npm exec` in it
    ['npm test', ['Bash:npm test']],
    ['docker ps -a', ['Bash:docker ps *', 'Bash:docker ps -a']],
    ['docker run -it node', ['Bash:docker run -it node']],
    ['cargo test --all', ['Bash:cargo *', 'Bash:cargo test *', 'Bash:cargo test --all']],
    ['./run.sh a', ['Bash:./run.sh *', 'Bash:./run.sh a']],
    ['ls *.ts', ['Bash:ls *', 'Bash:ls \\*.ts']],
    ["git commit -m 'a && b'", ['Bash:git *', 'Bash:git commit *', "Bash:git commit -m 'a && b'"]],
    ['git commit -m "one\ntwo"', ['Bash:git *', 'Bash:git commit *', 'Bash:git commit -m "one\ntwo"']],
    // Nothing broader than exact for what runs anything.
    ['bash scripts/x.sh', ['Bash:bash scripts/x.sh']],
    ['python3.12 manage.py migrate', ['Bash:python3.12 manage.py migrate']],
    ['sudo apt-get update', ['Bash:sudo apt-get update']],
    ['env A=1 make', ['Bash:env A=1 make']],
    ['xargs rm', ['Bash:xargs rm']],
    ['find . -name x', ['Bash:find . -name x']],
    ['npx prettier .', ['Bash:npx prettier .']],
    ["bash -c 'make'", ["Bash:bash -c 'make'"]],
    ['pkexec make', ['Bash:pkexec make']],
    ['java -jar app.jar', ['Bash:java -jar app.jar']],
    ['vim.tiny a', ['Bash:vim.tiny a']],
    ['git bisect run make', ['Bash:git *', 'Bash:git bisect run make']],
    ['git bisect start a b', ['Bash:git *', 'Bash:git bisect start *', 'Bash:git bisect start a b']],
    ['git submodule foreach ls', ['Bash:git *', 'Bash:git submodule foreach ls']],
    ['cmake --build out', ['Bash:cmake *', 'Bash:cmake --build out']],
    ['docker compose exec web ls', ['Bash:docker compose exec web ls']],
    ['docker compose up -d', ['Bash:docker compose up *', 'Bash:docker compose up -d']],
    ["awk '{print $1}' f", ["Bash:awk '{print $1}' f"]],
    ['python3 --version', ['Bash:python3 --version']],
    // Nor for assignments.
    ['FOO=1 git push', ['Bash:FOO=1 git push']],
    ['timeout=5 make all', ['Bash:command=timeout=5 make all']], // not the field of that name
    ['~tool a', []],
    ['~/bin/tool a,b', ['Bash:command=~/bin/tool a\\,b']], // not "anywhere"
    // Nothing where even the exact text may run anything.
    ['sh', []],
    ['bash -s', []],
    ['python3 -', []],
    ['bash -c "$CMD"', []],
    ['eval "$X"', []],
    ['$CMD x', []],
    ['echo "', []],
    ['', []],
    // Not worth keeping, or not fit to be kept.
    [`git commit -m "${'long '.repeat(80)}"`, ['Bash:git *', 'Bash:git commit *', 'Bash:git commit -m *']],
    [
      'git commit -m "$(cat <<\'EOF\'\nbody\nEOF\n)"',
      ['Bash:git *', 'Bash:git commit *', 'Bash:git commit -m *', 'Bash:cat'],
    ],
    ['curl -s -H "Authorization: Bearer abcdef123" https://a.test', ['Bash:curl *', 'Bash:curl -s -H *']],
    ['deploy --token=abcdef123456', ['Bash:deploy *']],
    [`python3 -c '${'x = 1;'.repeat(80)}'`, [`Bash:python3 -c '${'x = 1;'.repeat(80)}'`]],
  ])('`%s`', (command, patterns) => {
    expect(patternsFor(bash(command))).toEqual(patterns);
  });

  test.each([
    ['git add . && npm test', { kind: 'command', text: 'npm test' }, ['Bash:npm test']],
    ['cat x | sort -u > out/a.txt', { kind: 'command', text: 'sort -u > out/a.txt' }, ['Bash:sort *', 'Bash:sort -u']],
    [
      'cat x > out/a.txt',
      { kind: 'write', text: '> out/a.txt' },
      ['Write:out/**', 'Write:out/**/*.txt', 'Write:out/a.txt'],
    ],
    [
      'cd sub && cat < in.txt',
      { kind: 'read', text: '< in.txt' },
      ['Read:sub/**', 'Read:sub/**/*.txt', 'Read:sub/in.txt'],
    ],
    ['echo > /etc/hosts', { kind: 'write', text: '> /etc/hosts' }, ['Write:/etc/**', 'Write:/etc/hosts']],
    ['echo > $F', { kind: 'write', text: '> $F' }, []],
    ['echo > /dev/tcp/a/1', { kind: 'write', text: '> /dev/tcp/a/1' }, []],
    ['PATH=x; ls', { kind: 'assignment', text: 'PATH=x' }, []],
    ['ls; pwd', { kind: 'line', text: 'ls; pwd' }, []],
    ['ls; pwd', { kind: 'command', text: 'whoami' }, []],
  ] as const)('`%s`, of it %j', (command, { kind, text }, patterns) => {
    expect(patternsFor(bash(command), { kind, text, number: 1, of: 2 })).toEqual(patterns);
  });

  test('a line without a part: each of its commands', () => {
    expect(patternsFor(bash('git status; ls'))).toEqual(['Bash:git *', 'Bash:git status', 'Bash:ls']);
  });

  test('the narrowest is preselected, and each says what it covers', () => {
    expect(suggestPatterns(bash('git push origin'))).toEqual([
      { pattern: 'Bash:git *', explanation: '`git` with any arguments', preselected: false },
      { pattern: 'Bash:git push *', explanation: '`git push` with any arguments', preselected: false },
      { pattern: 'Bash:git push origin', explanation: 'exactly this command', preselected: true },
    ]);
  });
});

describe('chosen for the operator is the call itself, or nothing', () => {
  test.each([
    ['rm -rf build', 'Bash:rm -rf build'],
    ['git commit -m "one\ntwo"', 'Bash:git commit -m "one\ntwo"'],
    [`rm -rf ${'x'.repeat(400)}`, null],
    [`dd if=${'x'.repeat(400)} of=/dev/null`, null],
    ['curl -H "Authorization: Bearer abcdef123" https://a.test', null],
    ['deploy --token=abcdef123456', null],
  ])('`%s`', (command, pattern) => {
    expect(preselectedFor(bash(command))).toBe(pattern);
  });

  test.each([
    ['https://a.test/x', 'WebFetch:https://a.test/x'],
    ['https://a.test/x?token=abcdef12', null],
    [`https://a.test/${'x'.repeat(400)}`, null],
  ])('`%s`', (url, pattern) => {
    expect(preselectedFor(call('WebFetch', { url }))).toBe(pattern);
  });
});

describe('files', () => {
  test.each([
    ['src/app/a.ts', ['Edit:src/app/**', 'Edit:src/app/**/*.ts', 'Edit:src/app/a.ts']],
    ['/repo/src/a.ts', ['Edit:src/**', 'Edit:src/**/*.ts', 'Edit:src/a.ts']],
    ['README.md', ['Edit:./*', 'Edit:./*.md', 'Edit:./README.md']],
    ['Makefile', ['Edit:./*', 'Edit:./Makefile']],
    ['.env', ['Edit:./*', 'Edit:./.env']],
    ['a/[x]{y}*.ts', ['Edit:a/**', 'Edit:a/**/*.ts', 'Edit:a/\\[x\\]\\{y\\}\\*.ts']],
    [' a/b', ['Edit:./ a/**', 'Edit:./ a/b']],
    ['content=1/a', ['Edit:./content=1/**', 'Edit:./content=1/a']],
    ['/etc/hosts', ['Edit:/etc/**', 'Edit:/etc/hosts']],
    ['/x', ['Edit:/x']],
    ['~/.bashrc', ['Edit:/home/me/**', 'Edit:/home/me/.bashrc']],
    ['', []],
  ])('`%s`', (path, patterns) => {
    expect(patternsFor(call('Edit', { path }))).toEqual(patterns);
  });

  test('a link: the path and where it leads', () => {
    const realPath = (path: AbsolutePath) => path.replace('/link/', '/b,c/') as AbsolutePath;
    const linked = describeCall({
      tool: 'Edit',
      input: { path: 'link/a' },
      context: { ...context, realPath },
    });
    expect(patternsFor(linked)).toEqual(['Edit:./{link/a,b\\,c/a}']);
    const outwards = (path: AbsolutePath) => path.replace('/repo/link/', '/etc/') as AbsolutePath;
    const leading = describeCall({
      tool: 'Edit',
      input: { path: 'link/a' },
      context: { ...context, realPath: outwards },
    });
    expect(patternsFor(leading)).toEqual(['Edit:/{repo/link/a,etc/a}']);
  });

  test('a directory that is searched', () => {
    expect(patternsFor(call('Grep', { path: '.', pattern: 'x' }))).toEqual(['Grep:./.']);
    expect(patternsFor(call('Grep', { path: 'src/lib', pattern: 'x' }))).toEqual(['Grep:src/**', 'Grep:src/lib']);
  });
});

describe('urls', () => {
  test.each([
    [
      'https://a.test/docs/x?y=1',
      ['WebFetch:https://a.test/*', 'WebFetch:https://a.test/docs/*', 'WebFetch:https://a.test/docs/x\\?y=1'],
    ],
    ['https://A.test', ['WebFetch:https://a.test']],
    ['https://a.test/', ['WebFetch:https://a.test/*', 'WebFetch:https://a.test/']],
    ['https://a.test/x?token=abcdef12', ['WebFetch:https://a.test/*', 'WebFetch:https://a.test/x*']],
    ['https://me:pw@a.test/x', []],
    ['no url', []],
  ])('`%s`', (url, patterns) => {
    expect(patternsFor(call('WebFetch', { url }))).toEqual(patterns);
  });
});

describe('other tools', () => {
  test.each([
    [
      'mcp__db__query',
      { table: 'users', limit: 5 },
      'unknown',
      ['mcp__db__query', 'mcp__db__query:table=users,limit=5'],
    ],
    ['mcp__db__query', { table: 'a,b*' }, 'read', ['mcp__db__*', 'mcp__db__query', 'mcp__db__query:table=a\\,b\\*']],
    ['mcp__db__query', { sql: 'x'.repeat(100), password: 'hunter22' }, 'unknown', ['mcp__db__query']],
    [
      'mcp__db__query',
      { nested: { a: 1 }, list: ['a'], empty: '', none: null },
      'unknown',
      ['mcp__db__query', 'mcp__db__query:nested.a=1'],
    ],
    ['mcp__db__query', { nested: {}, list: ['a'], empty: '', none: null }, 'unknown', ['mcp__db__query']],
    ['mcp__db__query', null, 'unknown', ['mcp__db__query']],
    [
      'Agent',
      { subagent_type: 'reviewer', prompt: 'p'.repeat(100) },
      'internal',
      ['Agent', 'Agent:subagent_type=reviewer'],
    ],
    ['odd*tool', {}, 'unknown', ['odd\\*tool']],
    ['odd:tool', {}, 'unknown', []], // no pattern can name it
    ['Read', {}, 'read', []],
  ] as const)('%s %j (%s)', (tool, input, access, patterns) => {
    expect(patternsFor(call(tool, input, access))).toEqual(patterns);
  });
});

describe('the values of a call: chosen for the operator only if none is left out', () => {
  const every = { pattern: 'mcp__db__query', explanation: 'every call of this tool', preselected: false };
  const long = `SELECT ${'x'.repeat(60)}`;

  test.each([
    [{ db: 'prod', limit: 5 }, 'db=prod,limit=5', 'with these values, whatever further fields hold', true],
    [{ sql: long, db: 'prod' }, 'db=prod', 'with these values, whatever `sql` and further fields hold', false],
    [
      { db: 'prod', token: 'hunter22' },
      'db=prod',
      'with these values, whatever `token` and further fields hold',
      false,
    ],
    [{ db: 'prod', where: '' }, 'db=prod', 'with these values, whatever `where` and further fields hold', false],
    [{ db: 'prod', 'a,b=*': 1 }, 'db=prod', 'with these values, whatever `a,b=*` and further fields hold', false],
    [{ db: 'prod', x: [1], y: {} }, 'db=prod', 'with these values, whatever `x`, `y` and further fields hold', false],
    [{ repo: { owner: 'acme' } }, 'repo.owner=acme', 'with these values, whatever further fields hold', true],
    [
      { repo: { owner: 'acme', 'a.b': 1 }, n: 1 },
      'repo.owner=acme,n=1',
      'with these values, whatever `repo.a.b` and further fields hold',
      false,
    ],
    [{ a: 1, b: 2, c: 3, d: 4 }, 'a=1,b=2,c=3,d=4', 'with these values, whatever further fields hold', true],
    [
      { a: 1, b: 2, c: 3, d: 4, e: 5 },
      'a=1,b=2,c=3,d=4',
      'with these values, whatever `e` and further fields hold',
      false,
    ],
    [
      { a: 1, p: null, q: null, r: null, s: null, t: null },
      'a=1',
      'with these values, whatever `p`, `q`, `r`, 2 more and further fields hold',
      false,
    ],
  ])('%j', (input, fields, explanation, preselected) => {
    expect(suggestPatterns(call('mcp__db__query', input))).toEqual([
      every,
      { pattern: `mcp__db__query:${fields}`, explanation, preselected },
    ]);
  });

  test.each([
    [{}, true],
    [null, true],
    [{ sql: long }, false],
    [{ list: [1, 2] }, false],
    [[1, 2], false],
    ['text', false],
  ])('%j: only the tool can be named, chosen: %j', (input, preselected) => {
    expect(suggestPatterns(call('mcp__db__query', input))).toEqual([{ ...every, preselected }]);
  });

  test('an agent with a long task', () => {
    const input = { description: 'd'.repeat(80), prompt: 'p'.repeat(400) };
    expect(suggestPatterns(call('Agent', input))).toEqual([{ ...every, pattern: 'Agent' }]);
  });
});

describe('whatever the call', () => {
  const word = fc.constantFrom(
    ...[
      'git',
      'push',
      'npm',
      'run',
      'exec',
      'python3',
      'bash',
      '-c',
      'sudo',
      'env',
      'xargs',
      'find',
      'docker',
      'A=1',
      'timeout=5',
    ],
    ...[
      '~/x',
      'a,b',
      '*',
      '?',
      '\\*',
      "'q; r'",
      '"$X"',
      '$(id)',
      '`id`',
      '-',
      '--token',
      'x'.repeat(120),
      'a{b,c}',
      '$X',
      "it's",
    ],
  );
  const operator = fc.constantFrom(' ', ' ', ' ', ' ', ' && ', '; ', ' | ', '\n', ' > out ', ' < in ', ' & ');
  const command = fc
    .array(fc.tuple(word, operator), { minLength: 1, maxLength: 6 })
    .map((pieces) => pieces.flat().join('').trim());
  const allow = (pattern: string) => rule(`${pattern} allow`);

  const literalOf = (text: string) => {
    const pattern = parsePattern(text);
    const argument = pattern.ok ? specFor(pattern.value, 'Bash')?.argument : null;
    return argument?.kind === 'text' ? literalText(argument.glob) : null;
  };

  test('suggestions for commands parse, match, cross no operator and open no interpreter', () => {
    fc.assert(
      fc.property(fc.oneof(command, fc.string()), (text) => {
        const described = bash(text);
        const suggestions = suggestPatterns(described);
        for (const { pattern } of suggestions) {
          expect(parsePattern(pattern).ok).toBe(true);
          const found = lintRules([allow(pattern)]).filter(({ severity }) => severity !== 'info');
          expect(found).toEqual([]);
        }
        for (const { pattern } of suggestions.filter(({ preselected }) => preselected)) {
          expect(literalOf(pattern)).not.toBe(null);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('each suggestion for a command of its own allows it', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const described = bash(words.join(' '));
        const { subject } = described;
        if (subject.kind === 'command-line' && (subject.line.units.length !== 1 || subject.line.assignments.length > 0))
          return;
        for (const { pattern } of suggestPatterns(described)) {
          expect([pattern, judge(createRuleBook([allow(pattern)]), described).action]).toEqual([pattern, 'allow']);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('and so for files, urls and fields', () => {
    const path = fc.array(
      fc.constantFrom('a', '/', '..', '~', '*', '[', ']', '{', ',', '}', '\\', '=', 'path=', '.', ' ', '!'),
      { minLength: 1, maxLength: 8 },
    );
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
    const any = fc.oneof(
      path.map((pieces) => call('Write', { path: pieces.join('') })),
      path.map((pieces) => call('Read', { path: `/repo/${pieces.join('')}` })),
      fc.oneof(url, fc.string()).map((text) => call('WebFetch', { url: text })),
      fc
        .tuple(fc.oneof(fc.constant('mcp__a__b'), fc.string()), fc.jsonValue())
        .map(([tool, input]) => call(tool, input)),
      fc
        .dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()))
        .map((input) => call('mcp__a__b', input)),
    );
    fc.assert(
      fc.property(any, (described) => {
        for (const { pattern } of suggestPatterns(described)) {
          expect([pattern, judge(createRuleBook([allow(pattern)]), described).action]).toEqual([pattern, 'allow']);
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});
