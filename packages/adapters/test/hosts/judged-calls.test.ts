import { absolutePath, describeCall } from '@caliban/calls';
import { type Action, createRuleBook, DEFAULT_RULES, judge, parsePattern, type Rule } from '@caliban/gate';
import { expect, test } from 'vitest';
import { HOSTS, type HostName } from '../../src/hosts/registry.ts';
import { announced } from '../helpers/host-payload.ts';

type Row = [host: HostName, tool: string, input: object, rules: readonly string[], action: Action];

const BLOB = 'https://github.com/o/r/blob/main/x.md';
const NO_RAW = 'deny WebFetch:*://raw.githubusercontent.com/*';

const PATCH = '*** Begin Patch\n*** Update File: secret.txt\n@@\n-a\n+b\n*** End Patch';

/** More than are expanded. */
const MANY_NAMES = Array.from({ length: 70 }, (_, index) => `a${index}`).join();

const NO_SSH = 'deny Read:~/.ssh/**';

/** The same search in the words of every host. */
const SEARCHES_HOME: readonly [HostName, string, object][] = [
  ['claude-code', 'Grep', { pattern: 'x', path: '~', glob: '.ssh/*' }],
  ['claude-code', 'Glob', { path: '~', pattern: '.ssh/*' }],
  ['claude-code', 'Glob', { pattern: '~/.ssh/*' }],
  ['gemini-cli', 'grep_search', { pattern: 'x', dir_path: '~', include_pattern: '.ssh/*' }],
  ['gemini-cli', 'search_file_content', { pattern: 'x', path: '~', include: '.ssh/*' }],
  ['gemini-cli', 'glob', { dir_path: '/home/u', pattern: '.ssh/*' }],
  ['qwen-code', 'grep_search', { pattern: 'x', path: '/home/u', glob: '.ssh/*' }],
  ['qwen-code', 'glob', { path: '/home/u', pattern: '.ss?/*' }],
  ['cursor', 'Grep', { pattern: 'x', path: '/home/u', glob: '.ssh/*' }],
  ['cursor', 'Glob', { target_directory: '/home/u', glob_pattern: '.ssh/*' }],
  ['copilot', 'grep', { pattern: 'x', path: '/home/u', glob: '.ssh/*' }],
  ['copilot', 'rg', { pattern: 'x', paths: ['/home/u'], glob: '.ssh/*' }],
  ['copilot', 'glob', { path: '/home/u', pattern: '.ssh/*' }],
  ['opencode', 'grep', { pattern: 'x', path: '/home/u', include: '.ssh/*' }],
  ['opencode', 'glob', { path: '/home/u', pattern: '.ssh/*' }],
  ['codex', 'Grep', { pattern: 'x', path: '/home/u', glob: '.ssh/*' }],
];

/** What becomes of a host's call under rules, the built-in ones below them. A way around is a row, with an honest twin. */
const ROWS: readonly Row[] = [
  ['copilot', 'write_bash', { input: 'ls -l{enter}rm -rf ~{enter}' }, ['allow Bash:ls *'], 'ask'],
  ['copilot', 'write_bash', { input: 'ls -l{enter}rm -rf ~{enter}' }, ['deny Bash:rm *', 'allow *'], 'deny'],
  ['copilot', 'write_bash', { input: 'ls -l{enter}rm -rf ~{enter}' }, ['allow Bash:ls *', 'allow write_bash'], 'ask'],
  ['copilot', 'write_bash', { input: 'rm \\{enter}-rf ~' }, ['deny Bash:rm -rf *', 'allow *'], 'deny'],
  ['copilot', 'write_bash', { input: 'ls -l{enter}' }, ['allow Bash'], 'ask'],
  ['copilot', 'write_bash', { input: 'ls -l{enter}' }, ['allow Bash:ls *', 'allow write_bash'], 'allow'],
  ['copilot', 'write_bash', { input: 'r{left}{right}m x{enter}' }, ['deny Bash:rm *', 'allow *'], 'ask'],
  ['copilot', 'write_bash', { input: 'ls {up}{enter}' }, ['allow Bash:ls *', 'allow write_bash'], 'ask'],
  ['copilot', 'write_bash', { input: '{enter}' }, ['allow Bash'], 'ask'],
  ['copilot', 'write_bash', { input: '{up}{enter}' }, ['allow *'], 'allow'],

  // The host makes another path of it, after we have seen it.
  ['claude-code', 'Grep', { pattern: 'x', path: '/repo/.env ' }, ['deny Read:.env'], 'deny'],
  ['claude-code', 'Glob', { pattern: '../x', path: ' /secret/a' }, ['deny Glob:/secret/x'], 'deny'],
  ['claude-code', 'Read', { file_path: ' /repo/.env' }, ['deny Read:.env'], 'deny'],
  ['claude-code', 'Read', { file_path: '/repo/cafe\u0301.txt' }, ['deny Read:café.txt'], 'deny'],
  [
    'claude-code',
    'Write',
    { file_path: '/etc/x ', content: '' },
    ['allow Write:/repo/**', 'deny Write:/etc/x'],
    'deny',
  ],
  ['claude-code', 'Read', { file_path: '/repo/a b.txt' }, ['deny Read:.env'], 'allow'],
  ['qwen-code', 'read_file', { file_path: ' /repo/.env' }, ['deny Read:.env'], 'deny'],
  ['qwen-code', 'read_file', { file_path: '/repo/a\\ b' }, ['deny Read:a b'], 'deny'],
  ['qwen-code', 'read_file', { file_path: '/repo/a b' }, ['deny Read:.env'], 'allow'],

  // A path that stands where we do not look for it.
  ['claude-code', 'Read', { filePath: '.env' }, [], 'ask'],
  ['claude-code', 'Read', { filePath: '.env' }, ['allow Read'], 'ask'],
  ['claude-code', 'Read', { filePath: '.env' }, ['deny Read:.env', 'allow *'], 'deny'],
  ['claude-code', 'Grep', { pattern: 'x', paths: ['.env'] }, ['deny Read:.env'], 'deny'],
  ['claude-code', 'Read', { filePath: 'a' }, ['allow read'], 'allow'],
  ['claude-code', 'Grep', { pattern: 'x' }, [], 'allow'],
  ['cursor', 'Read', { filePath: '.env' }, [], 'ask'],
  ['opencode', 'Read', { filePath: '.env' }, ['deny Read:.env'], 'deny'],
  ['opencode', 'Read', { filename: '.env' }, [], 'ask'],
  ['copilot', 'Read', { paths: ['.env'] }, [], 'ask'],
  ['copilot', 'Read', { files: ['.env'] }, ['deny Read:.env', 'allow *'], 'deny'],
  ['copilot', 'view', { paths: ['.env'] }, [], 'ask'],
  // Ours by its name only.
  ['opencode', 'Grep', { pattern: 'x', dir_path: '/secret' }, ['deny Read:/secret/**'], 'deny'],
  ['opencode', 'Grep', { pattern: 'x' }, [], 'allow'],
  ['codex', 'Read', { file_path: '.env' }, ['deny Read:.env'], 'deny'],
  ['codex', 'Read', { file: '.env' }, [], 'ask'],
  ['gemini-cli', 'Read', { filePath: '.env' }, ['deny Read:.env'], 'deny'],
  ['gemini-cli', 'Bash', { cmd: 'rm x' }, ['deny Bash:rm *', 'allow Bash'], 'deny'],
  ['qwen-code', 'Read', { file_path: 'a.ts' }, [], 'allow'],
  ['qwen-code', 'WebFetch', { urls: ['https://evil.example/'] }, ['deny WebFetch:*://evil.example/*'], 'deny'],

  // A glob that names what must not be read, in a search.
  ...SEARCHES_HOME.map(([host, tool, input]): Row => [host, tool, input, [NO_SSH, 'allow *'], 'deny']),
  ...[
    ...[
      '.ssh/*',
      '.ssh/id_rsa',
      '.ssh/**',
      '{.ssh,src}/*',
      '{.ssh}/*',
      '{.s,x}{sh,y}/*',
      '.ss?/*',
      '.[s]sh/*',
      '.s*/*',
    ],
    ...['*ssh/*', '**/.ssh/*', '.SSH/*', 'x/../.ssh/*', '*/../.ssh/*', '/home/u/.ssh/*', '~/.ssh/*', '*.ts .ssh/*'],
    ...['*.ts,.ssh/*', '@(.ssh|x)/*', '.ss{g..i}/*', `{${MANY_NAMES},.ssh}/*`],
  ].map((glob): Row => ['claude-code', 'Grep', { pattern: 'x', path: '~', glob }, [NO_SSH, 'allow *'], 'deny']),
  ...[
    '*.ts',
    '**/*.{ts,tsx}',
    'src/**/*.ts',
    '*',
    '**',
    '**/*',
    '!*.min.js',
    '.github/**',
    'app/(auth)/*',
    'ssh/*',
  ].flatMap((glob): readonly Row[] => [
    ['claude-code', 'Grep', { pattern: 'x', path: '~', glob }, [NO_SSH], 'allow'],
    ['claude-code', 'Grep', { pattern: 'x', glob }, ['deny Read:.env*', 'deny Read:**/secrets/**'], 'allow'],
    ['claude-code', 'Glob', { pattern: glob }, ['deny Read:**/credentials.json', 'deny Read:*.pem'], 'allow'],
    ['claude-code', 'Glob', { pattern: `/repo/${glob}` }, ['deny Read:/repo/secrets/**'], 'allow'],
  ]),
  ...['.env', '**/.env', '.env*', '.e*', '.*', 'a/.en[v]'].map(
    (glob): Row => ['claude-code', 'Grep', { pattern: 'x', glob }, ['deny Read:.env', 'allow *'], 'deny'],
  ),
  ['claude-code', 'Grep', { pattern: 'x', glob: '*.local.pem' }, ['deny Read:*.pem'], 'deny'],
  ['claude-code', 'Grep', { pattern: 'x', glob: 'pub/*' }, ['allow Read:pub/**', 'deny Read:p*/**'], 'allow'],
  ['claude-code', 'Grep', { pattern: 'x', glob: 'p?b/*' }, ['allow Read:pub/**', 'deny Read:p*/**'], 'deny'],
  ['claude-code', 'Grep', { pattern: '.ssh/*', path: '~' }, [NO_SSH], 'allow'],

  // A tool that reads all its globs find is bound by every rule that may match one of the files.
  ...(['gemini-cli', 'qwen-code'] as const).flatMap((host): readonly Row[] => [
    ...[
      ...['{secrets,docs}/*', 'secret?/*', 's*/*', '[a-z]ecrets/x', '**/*', '**', '*/a', 'SECRETS/*', '@{secrets,x}/*'],
      ...['docs/../secrets/*', '!(docs)/*', '/repo/s*/x', '%73ecrets/*'],
    ].map(
      (glob): Row => [
        host,
        'read_many_files',
        { include: ['docs/a.md', glob] },
        ['deny Read:secrets/**', 'allow *'],
        'deny',
      ],
    ),
    [host, 'read_many_files', { include: ['docs/*'] }, ['deny Read:secrets/**', 'allow *'], 'allow'],
    [host, 'read_many_files', { include: ['{src,docs}/*'] }, ['deny Read:secrets/**'], 'ask'],
    [host, 'read_many_files', { include: ['secret?/*'] }, ['ask Read:secrets/**', 'allow *'], 'ask'],
    [host, 'read_many_files', { include: ['*.ts'] }, ['deny Read:*.pem', 'allow *'], 'allow'],
    [host, 'read_many_files', { include: ['docs/a.md'] }, ['deny Read:*.pem'], 'allow'],
  ]),

  // A patch in a command line is an edit of its files.
  ...[
    `apply_patch <<EOF\n${PATCH}\nEOF`,
    `apply_patch <<'EOF'\n${PATCH}\nEOF\n`,
    `cd /repo && apply_patch <<'EOF'\n${PATCH}\nEOF`,
    `cd '/' && cd repo && apply_patch <<'EOF'\n${PATCH}\nEOF`,
    `applypatch <<EOF\n${PATCH}\nEOF`,
    `apply_patch '${PATCH}'`,
    `apply_patch $'${PATCH.replaceAll('\n', '\\n')}'`,
    `printf '${PATCH.replaceAll('\n', '\\n')}' | apply_patch`,
    `bash -lc "apply_patch <<'EOF'\n${PATCH}\nEOF"`,
    `cat <<'EOF' | apply_patch\n${PATCH}\nEOF`,
  ].flatMap((command): readonly Row[] => [
    ['codex', 'Bash', { command }, ['deny Edit:secret.txt', 'allow *'], 'deny'],
    ['codex', 'Bash', { command }, ['allow Bash'], 'ask'],
    ['codex', 'Bash', { command }, ['allow *'], 'allow'],
    ['codex', 'write_stdin', { session_id: 1, chars: `${command}\n` }, ['deny Edit:secret.txt', 'allow *'], 'deny'],
  ]),
  [
    'codex',
    'shell',
    { command: ['bash', '-lc', `apply_patch <<EOF\n${PATCH}\nEOF`] },
    ['deny Edit:secret.txt', 'allow *'],
    'deny',
  ],
  ['codex', 'shell', { command: ['apply_patch', PATCH] }, ['deny Edit:secret.txt', 'allow *'], 'deny'],
  [
    'codex',
    'Bash',
    { command: `cd sub && apply_patch <<EOF\n${PATCH}\nEOF` },
    ['deny Edit:sub/secret.txt', 'allow *'],
    'deny',
  ],
  ['codex', 'Bash', { command: `cd ~/x && apply_patch <<EOF\n${PATCH}\nEOF` }, ['deny Edit:~/x/**', 'allow *'], 'deny'],
  ['codex', 'Bash', { command: 'apply_patch < p.patch' }, ['allow Bash'], 'ask'],
  ['codex', 'Bash', { command: 'apply_patch "$P"' }, ['deny Edit', 'allow *'], 'deny'],
  ['codex', 'Bash', { command: 'apply_patch <<EOF\n*** Update File: $F\nEOF' }, ['allow Bash', 'allow Edit:$F'], 'ask'],
  ['codex', 'Bash', { command: 'grep -rn apply_patch src' }, ['allow Bash:grep *'], 'allow'],
  ['codex', 'Bash', { command: 'git log --grep "use apply_patch"' }, ['allow Bash:git *'], 'allow'],

  // Typed into a program that runs.
  ['codex', 'write_stdin', { session_id: 1, chars: 'rm -rf x\n' }, ['deny Bash:rm *', 'allow *'], 'deny'],
  ['codex', 'write_stdin', { session_id: 1, chars: 'ls\nrm -rf x\n' }, ['deny Bash:rm *', 'allow *'], 'deny'],
  ['codex', 'write_stdin', { session_id: 1, chars: 'ls\n' }, ['allow Bash:ls'], 'ask'],
  ['codex', 'write_stdin', { session_id: 1, chars: 'ls\n' }, ['allow Bash:ls', 'allow write_stdin'], 'allow'],
  ['codex', 'write_stdin', { session_id: 1, chars: '' }, ['allow write_stdin'], 'allow'],
  ['codex', 'write_stdin', { session_id: 1, chars: ['rm x'] }, ['deny Bash:rm *', 'allow *'], 'deny'],

  ['cursor', 'EditNotebook', { target_notebook: 'a.ipynb' }, ['deny NotebookEdit:a.ipynb', 'allow *'], 'deny'],
  ['cursor', 'EditNotebook', { target_notebook: 'a.ipynb' }, ['allow NotebookEdit:*.ipynb'], 'allow'],
  ['cursor', 'EditNotebook', { target_notebook: 'a.ipynb' }, [], 'ask'],
  ['cursor', 'EditNotebook', { notebook: 'a.ipynb' }, ['allow NotebookEdit'], 'ask'],

  // One rule for every host's question to its user.
  ['claude-code', 'AskUserQuestion', {}, ['allow AskUserQuestion'], 'allow'],
  ['copilot', 'ask_user', {}, ['allow AskUserQuestion'], 'allow'],
  ['gemini-cli', 'ask_user', {}, ['allow AskUserQuestion'], 'allow'],
  ['opencode', 'question', {}, ['allow AskUserQuestion'], 'allow'],
  ['cursor', 'AskQuestion', {}, ['allow AskUserQuestion'], 'allow'],
  ['qwen-code', 'ask_user_question', {}, ['allow AskUserQuestion'], 'allow'],
  ['opencode', 'question', {}, [], 'ask'],
  ['gemini-cli', 'update_topic', { title: 'x' }, [], 'allow'],
  ['copilot', 'report_intent', { intent: 'x' }, [], 'allow'],

  // Fetched from another address than the one that is written.
  ...(['gemini-cli', 'qwen-code'] as const).flatMap((host): readonly Row[] => [
    [host, 'web_fetch', { prompt: `see ${BLOB}` }, [NO_RAW, 'allow WebFetch'], 'deny'],
    [host, 'web_fetch', { prompt: `see ${BLOB}` }, ['allow WebFetch:https://github.com/**'], 'ask'],
    [host, 'web_fetch', { prompt: 'see https://github.com/o/r' }, ['allow WebFetch:https://github.com/**'], 'allow'],
  ]),
  ['qwen-code', 'web_fetch', { url: BLOB, prompt: 'p' }, [NO_RAW, 'allow WebFetch'], 'deny'],
  [
    'qwen-code',
    'web_fetch',
    { url: 'https://gitlab.com/o/blob/x' },
    ['allow WebFetch:https://gitlab.com/o/blob/x'],
    'allow',
  ],
  ['claude-code', 'WebFetch', { url: BLOB, prompt: 'p' }, ['allow WebFetch:https://github.com/**'], 'allow'],
];

test.each(ROWS)('%s: %s %j under %j → %s', async (host, tool, input, rules, action) => {
  expect(await judged(host, announced(host, tool, input), rules)).toBe(action);
});

async function judged(host: HostName, payload: unknown, rules: readonly string[]): Promise<Action> {
  const request = (await HOSTS[host].loadAdapter()).read(payload);
  if (!request.ok || request.value.kind !== 'calls') throw new Error('nothing is judged');
  const book = createRuleBook([...rules.map(toRule), ...DEFAULT_RULES]);
  const actions = request.value.calls.map(({ cwd = '.', ...call }) => {
    const workspace = absolutePath('/repo');
    const home = absolutePath('/home/u');
    const context = { workspace, home, cwd: absolutePath(cwd, { base: workspace, home }) };
    return judge(book, describeCall({ ...call, context })).action;
  });
  return actions.find((each) => each === 'deny') ?? actions.find((each) => each === 'ask') ?? 'allow';
}

function toRule(written: string): Rule {
  const [action = '', ...words] = written.split(' ');
  const pattern = parsePattern(words.join(' '));
  if (!pattern.ok) throw new Error(`not a rule: ${written}`);
  return { pattern: pattern.value, action: action as Action, source: { layer: 'user' } };
}
