import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/helpers/runs.ts';
import { type ClaudePermissions, claudeSays } from './emulators/claude.ts';
import { codexFile, codexSays, type PrefixRule } from './emulators/codex.ts';
import { bash, type Call, file, ours, type Said, severity } from './emulators/decisions.ts';
import { type GeminiRule, geminiFile, geminiSays } from './emulators/gemini.ts';
import { type OpencodePermission, opencodeSays } from './emulators/opencode.ts';
import { imported } from './helpers.ts';

// Emulations of the other agents' matchers, written from their documentation: see emulators/. Nothing here runs the agents.

const COMMANDS = [
  ...[
    'git',
    'git status',
    'git push',
    'git push --force origin',
    'git commit -m x',
    'gitk',
    'git-lfs ls',
    'npm',
    'npm run test',
  ],
  ...[
    'npm run tests',
    'npm run build',
    'rm',
    'rm -rf x',
    'rmdir x',
    'ls',
    'ls -la',
    'lsof',
    'sudo rm x',
    'make all',
    'node --version',
  ],
].map(bash);

const PATHS = [
  ...[
    'src/a.ts',
    'src/deep/b.ts',
    'lib/src/c.ts',
    'a.ts',
    'README.md',
    'docs/x.md',
    '.env',
    'app/.env',
    '.env.local',
    'secrets/k',
  ],
  ...[
    'app/secrets/k.pem',
    '/repo/src/a.ts',
    '/etc/hosts',
    '/etc/ssl/k.pem',
    '~/.ssh/id',
    '~/notes.md',
    '/srv/.env',
    '/repository/x',
  ],
];

const FILES = PATHS.flatMap((path) =>
  ['Read', 'Grep', 'Edit', 'Write', 'NotebookEdit'].map((tool) => file(tool, path)),
);

const OTHERS: readonly Call[] = [
  ...[
    'https://a.test',
    'http://a.test:8080/x',
    'https://b.a.test/x?y',
    'https://aa.test/',
    'https://evil.test/a.test',
  ].map((url) => ({
    tool: 'WebFetch',
    input: { url },
  })),
  ...['mcp__forge__open', 'mcp__forge__get_issue', 'mcp__other__open'].map((tool) => ({ tool, input: {} })),
  ...['Explore', 'Plan'].map((subagent_type) => ({ tool: 'Agent', input: { subagent_type } })),
];

const CALLS: readonly Call[] = [...COMMANDS, ...FILES, ...OTHERS];

function expectSame(rules: Parameters<typeof ours>[0], calls: readonly Call[], theirs: (call: Call) => Said): void {
  const here = ours(rules);
  expect(calls.map((call) => [call, here(call)])).toEqual(calls.map((call) => [call, theirs(call)]));
}

function expectNoWeaker(calls: readonly Call[], here: (call: Call) => Said, theirs: (call: Call) => Said): void {
  const weaker = calls.filter((call) => severity(here(call)) < severity(theirs(call)));
  expect(weaker).toEqual([]);
}

const RUNS = { numRuns: runs(100) };

describe('Claude Code (emulated)', () => {
  const RULES = [
    ...[
      'Bash(git:*)',
      'Bash(git push *)',
      'Bash(git push --force:*)',
      'Bash(npm run test *)',
      'Bash(rm:*)',
      'Bash(ls*)',
      'Bash(ls *)',
    ],
    ...[
      'Bash(* --version)',
      'Bash(git commit -m x)',
      'Read(.env)',
      'Read(./.env)',
      'Read(//etc/**)',
      'Read(~/.ssh/**)',
      'Edit(src/**)',
    ],
    ...[
      'Edit(/src/**)',
      'Edit(**/src/**)',
      'Edit(src/deep/**)',
      'Edit(*.md)',
      'Edit(~/notes.md)',
      'Edit(//srv/**)',
      'Read(secrets/**)',
    ],
    ...[
      'Read(//**/.env)',
      'Edit(/docs/*.md)',
      'WebFetch(domain:a.test)',
      'WebFetch(domain:*.a.test)',
      'WebFetch',
      'mcp__forge',
    ],
    ...['mcp__forge__open', 'mcp__forge__get_*', 'Agent(Explore)', 'Task(Plan)', 'Edit', 'Write', 'Edit(docs/)'],
  ];
  const lists = fc.record({
    allow: fc.subarray(RULES, { maxLength: 8 }),
    ask: fc.subarray(RULES, { maxLength: 4 }),
    deny: fc.subarray(RULES, { maxLength: 4 }),
  });
  const importOf = (permissions: ClaudePermissions) => imported(JSON.stringify({ permissions }), { format: 'claude' });

  test('the same decision on every call', () => {
    fc.assert(
      fc.property(lists, (permissions) => {
        const { rules, notCarriedOver } = importOf(permissions);
        expect(notCarriedOver).toEqual([]);
        // Asks that stand in for what Claude Code sees inside commands are looked at below.
        const plain = rules.filter(({ comment }) => comment === undefined);
        expectSame(plain, CALLS, (call) => claudeSays(permissions, call));
      }),
      RUNS,
    );
  });

  test('never weaker, whatever is allowed and denied at once', () => {
    const broad = fc.record({
      allow: fc.constantFrom(['Bash'], ['Bash(*)', 'Edit(*)'], ['Bash(timeout:*)', 'Bash(cat:*)']),
      ask: fc.subarray(RULES),
      deny: fc.subarray(RULES),
    });
    fc.assert(
      fc.property(broad, (permissions) => {
        const here = ours(importOf(permissions).rules);
        expectNoWeaker([...COMMANDS, ...FILES], here, (call) => claudeSays(permissions, call));
      }),
      RUNS,
    );
  });
});

describe('Codex (emulated)', () => {
  const word = fc.constantFrom('git', 'push', 'status', 'rm', '-rf', 'a b', '*', 'x', 'npm', '--force');
  const element = fc.oneof(word, fc.uniqueArray(word, { minLength: 1, maxLength: 3 }));
  const decision = fc.constantFrom('allow', 'prompt', 'forbidden') as fc.Arbitrary<'allow' | 'prompt' | 'forbidden'>;
  const prefixRule = fc.record({
    pattern: fc.array(element, { minLength: 1, maxLength: 3 }),
    decision,
  }) as fc.Arbitrary<PrefixRule>;

  const quoted = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text}'`);

  test('the same decision on every command', () => {
    fc.assert(
      fc.property(
        fc.array(prefixRule, { maxLength: 6 }),
        fc.array(word, { minLength: 1, maxLength: 4 }),
        (rules, words) => {
          // Two words in one pair of quotes and two words are the same to a rule that denies or asks.
          fc.pre(!words.some((text) => text.includes(' ')) || rules.every((rule) => rule.decision === 'allow'));
          fc.pre(!rules.some((rule) => rule.decision !== 'allow' && JSON.stringify(rule.pattern).includes('a b')));
          const { rules: carried, notCarriedOver } = imported(codexFile(rules), { format: 'codex' });
          expect(notCarriedOver).toEqual([]);
          expectSame(carried, [bash(words.map(quoted).join(' '))], () => codexSays(rules, words));
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('opencode (emulated)', () => {
  const POOL = {
    '*': ['*'],
    bash: ['*', 'git *', 'git push *', 'git status', 'ls*', 'rm *', 'npm run ????', '* --version'],
    edit: ['*', 'src/*', '*.md', 'docs/*.md', 'README.md', 'src/d*', '/etc/*', '~/notes.md'],
    read: ['*', '*.env', '/etc/*', '~/.ssh/*', 'src/a.ts'],
    webfetch: ['*', 'https://a.test', 'https://a.test/*', 'http://*'],
    task: ['*', 'Exp*'],
    'forge_*': ['*'],
    forge_open: ['*'],
  };

  /** Some of the permissions in some order, each with some of its patterns. */
  function permissions(pool: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<OpencodePermission> {
    const action = fc.constantFrom('allow', 'ask', 'deny');
    const entries = Object.entries(pool).map(([name, patterns]) =>
      fc.tuple(fc.constant(name), fc.subarray([...patterns]), fc.array(action, { minLength: 12, maxLength: 12 })),
    );
    return fc
      .tuple(...entries)
      .chain((all) => fc.shuffledSubarray(all))
      .map((some) =>
        Object.fromEntries(some.map(([name, patterns, actions]) => [name, withActions(patterns, actions)])),
      );
  }

  function withActions(patterns: readonly string[], actions: readonly string[]): Record<string, string> {
    return Object.fromEntries(patterns.map((pattern, index) => [pattern, actions[index] as string]));
  }

  const known = CALLS.filter(({ tool }) => !['Grep', 'NotebookEdit'].includes(tool));
  /** Whether a path lies outside is another question in opencode; and with us a deny of `https://a.test/*` meets `https://a.test`. */
  const inside = known.filter(({ input }) => !/^[/~]/.test(String(input.path ?? '')) && input.url !== 'https://a.test');

  test('the same decision on every call', () => {
    fc.assert(
      fc.property(permissions(POOL), (permission) => {
        const { rules, notCarriedOver } = imported(JSON.stringify({ permission }), { format: 'opencode' });
        expect(notCarriedOver).toEqual([]);
        expectSame(rules, inside, (call) => opencodeSays(permission, call));
      }),
      RUNS,
    );
  });

  test('never weaker, outside the workspace and with odd patterns', () => {
    const odd = ['**/*.ts', '*secret*', '*/.env', '*.env.*', '?', 'src/?.ts', '*/src/*', '*k'];
    const pool = {
      ...POOL,
      edit: [...POOL.edit, ...odd.slice(0, 4)],
      read: [...POOL.read, ...odd.slice(1)],
      'w*': ['*'],
      '*h': ['rm *'],
    };
    fc.assert(
      fc.property(permissions(pool), (permission) => {
        const here = ours(imported(JSON.stringify({ permission }), { format: 'opencode' }).rules);
        expectNoWeaker(known, here, (call) => opencodeSays(permission, call));
      }),
      RUNS,
    );
  });
});

describe('Gemini CLI (emulated)', () => {
  const CONDITIONS: readonly Partial<GeminiRule>[] = [
    { toolName: 'run_shell_command' },
    ...['git', 'git push', 'rm -rf', 'npm run test'].map((commandPrefix) => ({
      toolName: 'run_shell_command',
      commandPrefix,
    })),
    ...['git (push|commit)', 'npm (?:run )?test', 'ls.*', 'rm .+', 'git status"', 'g[io]t'].map((commandRegex) => ({
      toolName: 'run_shell_command',
      commandRegex,
    })),
    { toolName: 'run_shell_command', argsPattern: '"command":"make' },
    { toolName: 'write_file' },
    ...['"file_path":"src/', '"file_path":"README\\.md"', '"file_path":"/etc/.*"'].map((argsPattern) => ({
      toolName: 'write_file',
      argsPattern,
    })),
    { toolName: 'read_file', argsPattern: '"file_path":"docs/.*\\.md"' },
    { toolName: 'mcp_forge_*' },
    { toolName: 'mcp_forge_open' },
    { toolName: '*' },
  ];
  const decision = fc.constantFrom('allow', 'deny', 'ask_user') as fc.Arbitrary<GeminiRule['decision']>;
  const rule = fc
    .record({ condition: fc.constantFrom(...CONDITIONS), decision, priority: fc.integer({ min: 0, max: 5 }) })
    .map(({ condition, ...rest }) => ({ ...condition, ...rest }) as GeminiRule);

  const calls = [
    ...COMMANDS,
    ...PATHS.filter((path) => !path.startsWith('~') && !path.startsWith('/repo/')).flatMap((path) => [
      file('Write', path),
      file('Read', path),
    ]),
    ...OTHERS.filter(({ tool }) => tool.startsWith('mcp__')),
  ];

  test('the same decision on every call', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), (rules) => {
        const { rules: carried, notCarriedOver } = imported(geminiFile(rules), { format: 'gemini' });
        expect(notCarriedOver).toEqual([]);
        expectSame(carried, calls, (call) => geminiSays(rules, call));
      }),
      RUNS,
    );
  });

  test('never weaker where an expression has no equal', () => {
    const odd = [
      'git\\b',
      'rm (?!-i)',
      'npm run \\w+',
      '[a-z]+ --version',
      '(ls|rm)( -[a-z]+)*',
      '^git push',
      'rm$',
      'sudo|rm',
      '(.)\\1',
    ];
    const oddRule = fc
      .record({ commandRegex: fc.constantFrom(...odd), decision, priority: fc.integer({ min: 0, max: 5 }) })
      .map((fields): GeminiRule => ({ toolName: 'run_shell_command', ...fields }));
    fc.assert(
      fc.property(fc.array(fc.oneof(oddRule, rule), { maxLength: 8 }), (rules) => {
        const here = ours(imported(geminiFile(rules), { format: 'gemini' }).rules);
        // A deny of which only the tool is known becomes an ask; everything else stays as strict.
        const lost = rules.some(({ commandRegex }) => commandRegex === '(.)\\1');
        expectNoWeaker(COMMANDS, here, (call) => {
          const theirs = geminiSays(rules, call);
          return lost && theirs === 'deny' ? 'ask' : theirs;
        });
      }),
      { numRuns: runs(200) },
    );
  });
});
