import { type Attack, attack, attacks, type Call } from '../helpers/attack.ts';

const SRC = ['allow Edit:src/**', 'allow Write:src/**', 'allow Bash:echo *', 'allow Bash:cd *'];
const NO_ENV = ['deny Read:.env*', 'allow Read', 'allow Bash:cat *', 'allow Bash:cd *'];
const edit = (path: string): Call => ['Edit', path];
const read = (path: string): Call => ['Read', path];

/** P1 to P13: one file, many names. */
export const PATHS: readonly Attack[] = [
  ...attacks(
    'P1',
    'not-allow',
    ['allow Edit:/srv/app/**'],
    [edit('/srv/app-evil/x'), edit('/srv/app.bak'), edit('/srv/app'), edit('/srv/appx/y')],
  ),
  ...attacks('P1', 'not-allow', SRC, [edit('src-evil/x'), edit('/repo-evil/src/x'), edit('../repo-evil/src/x')]),
  attack('P1', 'allow', ['allow Edit:/srv/app/**'], edit('/srv/app/x')),
  ...attacks(
    'P2',
    'not-allow',
    SRC,
    [edit('src/link/passwd'), 'echo x > src/link/passwd', 'cd src/link && echo x > passwd'],
    { links: { '/repo/src/link': '/etc' } },
  ),
  ...attacks('P2', 'deny', NO_ENV, [read('notes'), 'cat < notes'], { links: { '/repo/notes': '/repo/.env' } }),
  attack('P2', 'not-allow', [], edit('link/x'), { links: { '/repo/link': '/etc' }, mode: 'acceptEdits' }),
  ...attacks('P2', 'not-allow', SRC, ['echo x > src/link/../passwd', 'cd src/link && echo x > ../src/y'], {
    links: { '/repo/src/link': '/etc/deep' },
  }),
  attack('P2', 'deny', NO_ENV, 'cat < src/link/../.env', {
    links: { '/repo/src/link': '/repo/a/b', '/repo/src/.env': '/x' },
  }),
  attack('P2', 'allow', SRC, 'echo x > src/a/../b'),
  attack('P2', 'allow', SRC, edit('src/link/x'), { links: { '/repo/src/link': '/repo/src/real' } }),
  ...attacks(
    'P3',
    'not-allow',
    ['allow *'],
    [
      'cd .caliban && echo x > permissions.toml',
      'cd .caliban && tee permissions.toml',
      'cd .caliban; cp ../x permissions.toml',
      '(cd .caliban; touch permissions.toml)',
      'pushd .caliban; rm permissions.toml',
      'cd src && cp x ../.caliban/permissions.toml',
    ],
  ),
  ...attacks('P3', 'not-allow', SRC, ['cd .. && echo x > src/y', 'cd /tmp; echo x > src/y']),
  ...attacks(
    'P3',
    'allow',
    ['allow *'],
    ['cd .caliban && cat permissions.toml', 'cd packages/core && npm test', 'cd src && touch a.ts'],
  ),
  ...attacks(
    'P4',
    'not-allow',
    ['allow *'],
    [edit('.Caliban/Permissions.toml'), 'cp x .CALIBAN/permissions.toml', 'echo x > .cAliban/settings.toml'],
  ),
  ...attacks('P4', 'deny', NO_ENV, [read('.ENV'), read('SRC/.Env.local'), 'cat < .ENV'], { foldsCase: true }),
  attack('P4', 'not-allow', SRC, edit('SRC/x')),
  attack('P4', 'allow', SRC, edit('src/X')),
  attack('P4', 'allow', NO_ENV, read('ENVIRONMENT.md'), { foldsCase: true }),
  ...attacks(
    'P5',
    'deny',
    ['deny Read:/etc/**', 'allow Read'],
    [read('/private/etc/passwd'), read('/proc/self/root/etc/passwd')],
    { links: { '/private/etc': '/etc', '/proc/self/root': '' } },
  ),
  attack('P5', 'allow', ['deny Read:/etc/**', 'allow Read'], read('/private/var/x'), {
    links: { '/private/var': '/var' },
  }),
  ...attacks(
    'P6',
    'deny',
    ['deny Read:~/.ssh/**', 'deny Write:~/**', 'allow Read', 'allow Write', 'allow Bash'],
    [read('~/.ssh/id'), read('/home/me/.ssh/id'), read('../home/me/.ssh/id'), 'cat < ~/.ssh/id', 'echo x > ~/.bashrc'],
  ),
  ...attacks(
    'P6',
    'not-allow',
    ['deny Read:~/.ssh/**', 'allow Read', 'allow Bash:cat *'],
    ['cat < $HOME/.ssh/id', 'cat < ~me/.ssh/id', 'cat < "${HOME}"/.ssh/id'],
  ),
  ...attacks(
    'P6',
    'not-allow',
    ['allow *'],
    [
      'cp x $HOME/.config/caliban/permissions.toml',
      'cp x "${HOME}/.config/caliban/settings.toml"',
      'tee ~me/.config/caliban/permissions.toml',
      'echo x > $HOME/.config/caliban/settings.toml',
      'cp x $XDG_CONFIG_HOME/caliban/permissions.toml',
    ],
  ),
  ...attacks(
    'P6',
    'allow',
    ['deny Read:~/.ssh/**', 'deny Write:~/**', 'allow Read', 'allow Write', 'allow Bash'],
    [read('~/.bashrc'), 'cat < ~/notes.md', 'echo x > notes.md'],
  ),
  attack('P6', 'allow', ['allow *'], 'cp x $HOME/.config/other/x'),
  ...attacks(
    'P7',
    'deny',
    ['deny Read:secrets/', 'deny Read:.env', 'allow Read'],
    [read('secrets/a'), read('secrets/a/'), read('secrets//a/b'), read('.env/'), read('./.env/.')],
  ),
  ...attacks(
    'P7',
    'allow',
    ['deny Read:secrets/', 'deny Read:.env', 'allow Read'],
    [read('secrets.md'), read('.envrc'), read('src//a.ts')],
  ),
  attack('P10', 'not-allow', ['allow *'], edit('.caliban/settings.toml')),
  attack('P10', 'not-allow', ['allow *'], 'echo x > new.toml', {
    links: { '/repo/new.toml': '/repo/.caliban/settings.toml' },
  }),
  attack('P10', 'not-allow', ['allow *'], 'tee new.toml', {
    links: { '/repo/new.toml': '/repo/.caliban/settings.toml' },
  }),
  attack('P10', 'not-allow', SRC, edit('src/new'), { links: { '/repo/src/new': '/home/me/.bashrc' } }),
  attack('P10', 'allow', ['allow *'], 'tee new.toml', { links: { '/repo/new.toml': '/repo/src/not-there-yet.toml' } }),
  attack('P10', 'allow', SRC, edit('src/new'), { links: { '/repo/src/new': '/repo/src/not-there-yet' } }),
  ...attacks('P12', 'not-allow', ['allow Edit:src/**', 'allow Edit:*.md'], [edit('src/x'), edit('README.md')], {
    cwd: '/tmp/evil',
  }),
  attack('P12', 'not-allow', [], edit('x'), { cwd: '/tmp/evil', mode: 'acceptEdits' }),
  attack('P12', 'allow', ['allow Edit:src/**'], edit('a.ts'), { cwd: '/repo/src' }),
  ...attacks('P12b', 'deny', NO_ENV, [
    'cat < .env',
    'cat < ./.env',
    'cat < src/../.env',
    'cat < ".e"nv',
    'cat 0<.env',
    'cd sub && cat < ../.env',
    'cat < .env | cat -',
  ]),
  ...attacks('P12b', 'not-allow', NO_ENV, ['cat < .en?', 'cat < $f', 'cat < .{env,x}']),
  attack('P12b', 'allow', NO_ENV, 'cat < notes.md'),
  ...attacks(
    'P12c',
    'not-allow',
    ['allow Bash:git status', 'allow Bash:git status *', 'allow Bash:git log *'],
    [
      'git -C ../main status',
      'git --git-dir=../main/.git log',
      'git --work-tree ../main status',
      'GIT_DIR=../main/.git git status',
      'cd ../main; GIT_WORK_TREE=. git status',
    ],
  ),
  ...attacks(
    'P12c',
    'allow',
    ['allow Bash:git status', 'allow Bash:git status *', 'allow Bash:git log *', 'allow Bash:cd src'],
    ['git status -s', 'git log -C ../main', 'cd src && git status'],
  ),
  ...attacks('P13', 'not-allow', SRC, [
    "python3 -c \"open('/etc/x','w')\"",
    'install -t /etc x',
    'tar -C /etc -xf x',
    'dd of=/etc/x',
    'echo x > /dev/fd/../../etc/x',
    edit('src/../../etc/x'),
    edit('src\\..\\..\\x'),
  ]),
  ...attacks('P13', 'allow', SRC, [edit('src/a/../b'), edit('src/..x'), 'echo "dd of=/etc/x" > src/y']),
];
