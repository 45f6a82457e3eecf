/** How a program starts another from its words. */
export type Wrapper = {
  /** Only after this subcommand; of more than one word if it is in a group. */
  readonly subcommand?: string;
  /** Options that take the next word as their value. */
  readonly values?: readonly string[];
  /** Operands before the program. */
  readonly operands?: number;
  /** The words with code in them or after them, in them if the regex captures some; or all operands are code. */
  readonly code?: RegExp | 'operands';
  /** The words after the code are more of it: `env -S 'rm -r' x`. */
  readonly joins?: true;
  /** A package runner: its options end at the program's name, and many of them take a value that isn't in `values`. */
  readonly isRunner?: true;
  /** The words after any of these, up to `;` or `+`. */
  readonly behind?: RegExp;
  /** It passes more words to the program than are written: `xargs rm`. */
  readonly adds?: true;
  /** Where the words end: `parallel rm ::: x`. */
  readonly until?: RegExp;
};

const GIT_VALUES = split('-C -c --git-dir --work-tree --namespace');
const NPM_VALUES = '-p --package -c --call -w --workspace';
const UV_VALUES = '--with --python -p --from --package --extra --group --directory --project';

/** `npx -c 'code'`. */
const CALLED = /^(?:-[a-z]*c|--call?)(?:=(.*))?$/s;

/** One row for each program that starts another from its words. */
export const WRAPPER_ROWS: readonly (readonly [names: string, wrapper: Wrapper])[] = [
  [
    'sudo doas dzdo gsudo',
    {
      values: split(
        '-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --role --type --chroot --close-from --other-user',
      ),
    },
  ],
  ['env', { values: split('-u --unset -C --chdir -a --argv0') }],
  ['env', { code: /^(?:-[a-z0-9]*?S|--split-string(?:=|$))(.*)$/is, joins: true }],
  [
    'xargs gxargs',
    {
      adds: true,
      values: split(
        '-I -n -P -L -d -E -s -a --arg-file --delimiter --max-args --max-procs --max-lines --max-chars --replace --process-slot-var',
      ),
    },
  ],
  [
    'parallel',
    {
      adds: true,
      values: split(
        '-I -n -N -P -L -d -E -s -a -j -S --jobs --arg-file --colsep --delay --joblog --results --sshlogin --tmpdir --timeout --workdir --wd',
      ),
      until: /^::::?\+?$/,
    },
  ],
  ['timeout gtimeout', { values: split('-k --kill-after -s --signal'), operands: 1 }],
  ['nice', { values: split('-n --adjustment') }],
  ['ionice', { values: split('-c --class -n --classdata -p') }],
  ['chrt', { values: split('-T -P -D'), operands: 1 }],
  ['taskset', { operands: 1 }],
  ['time gtime', { values: split('-f --format -o --output') }],
  [
    'nohup command builtin chronic caffeinate unbuffer catchsegv fakeroot proxychains proxychains4 torsocks torify noglob nocorrect pkexec run0 firejail bwrap prlimit valgrind rlwrap xvfb-run dbus-run-session cross-env dotenv dotenvx env-cmd ssh-agent dbus-launch tini dumb-init eatmydata pfexec wine busybox toybox unshare systemd-inhibit - coproc {',
    { values: split('-u --user -c --user-name --property -n -s -w --what --why --who -e -f') },
  ],
  ['setsid', {}],
  ['setarch linux32 linux64', {}],
  ['setarch', { operands: 1 }],
  ['setpriv', { values: split('--reuid --regid --groups --inh-caps --bounding-set --ambient-caps --securebits') }],
  [
    'numactl',
    { values: split('-C -N -m -i -p --physcpubind --cpunodebind --membind --interleave --preferred --cpubind') },
  ],
  ['start-stop-daemon', { behind: /^(?:-[xa]|--exec|--startas)$/ }],
  ['fish elvish nu xonsh', { code: /^(?:-c|--commands?(?:=|$))(.*)$/s }],
  ['wsl', { values: split('-d --distribution -u --user --cd --shell-type') }],
  ['exec', { values: split('-a') }],
  [
    'systemd-run',
    {
      values: split(
        '-p --property -u --unit -E --setenv --slice --description --working-directory --uid --gid -M --machine',
      ),
    },
  ],
  ['nsenter', { values: split('-t --target') }],
  ['gosu su-exec faketime', { operands: 1 }],
  ['cgexec', { values: split('-g') }],
  ['sshpass', { values: split('-p -f -d -P') }],
  ['stdbuf', { values: split('-i -o -e --input --output --error') }],
  ['strace ltrace', { values: split('-e -o -p -s -u -E -P -a -S -I') }],
  ['flock', { values: split('-w --timeout --wait -E --conflict-exit-code'), operands: 1 }],
  ['chroot', { values: split('--userspec --groups'), operands: 1 }],
  ['watch', { code: 'operands', values: split('-n --interval -q --equexit') }],
  ['eval trap', { code: 'operands' }],
  // Shell built-ins that store a command for later.
  ['alias', { code: /^[^-=][^=]*=[\s;&|]*(.*)$/s }],
  ['mapfile readarray', { code: /^-C(.*)$/s }],
  ['compgen complete', { code: /^-[CW](.*)$/s }],
  ['jobs', { behind: /^-x$/ }],
  ['history', { subcommand: '-s', code: 'operands' }],
  ['emulate', { code: /^-c(.*)$/s }],
  ['repeat', { code: 'operands', operands: 1 }],
  ['sched', { code: 'operands', operands: 1 }],
  ['zstyle', { subcommand: '-e', code: 'operands', operands: 2 }],
  ['entr', {}],
  ['watchexec', { values: split('-e --exts -w --watch -i --ignore -f --filter') }],
  [
    'hyperfine',
    {
      code: 'operands',
      values: split(
        '-w --warmup -m --min-runs -M --max-runs -r --runs -p --prepare -c --cleanup -s --setup -n --export-json --export-csv --export-markdown',
      ),
    },
  ],
  [
    'ssh',
    { code: 'operands', operands: 1, values: split('-F -J -L -R -D -i -l -o -p -b -c -E -e -I -m -O -Q -S -W -w -B') },
  ],
  ['su runuser sg flock script', { code: /^(?:-[a-z]*c$|-c|--command(?:=|$))(.*)$/s }],
  ['runuser', { values: split('-u --user -g -G') }],
  ['sg', { operands: 1 }],
  ['find gfind', { behind: /^-(?:exec|execdir|ok|okdir)$/ }],
  ['fd fdfind', { adds: true, behind: /^(?:-x|-X|--exec|--exec-batch)$/ }],
  ['npx pnpx bunx uvx', { values: split(`${NPM_VALUES} --from --with --python`), isRunner: true }],
  ['npx pnpx', { code: CALLED, values: split('-p --package'), isRunner: true }],
  ...under('npm', 'exec x', { values: split(NPM_VALUES) }),
  ...under('npm', 'exec x', { code: CALLED, values: split('-p --package -w --workspace') }),
  ...under('pnpm yarn', 'exec dlx'),
  ...under('pipx poetry pdm pipenv hatch rye pixi volta op doppler', 'run'),
  ...under('uv', 'run', { values: split(UV_VALUES) }),
  ['uv', { subcommand: 'tool run', values: split(UV_VALUES), isRunner: true }],
  ...under('mise asdf pyenv rbenv fnm nvm bundle stack cabal', 'exec x'),
  ...under('direnv aws-vault', 'exec', { operands: 1 }),
  ...under('nvm', 'exec run', { operands: 1 }),
  ...under('conda', 'run', { values: split('-n --name -p --prefix') }),
  ...under('perf', 'record stat trace', { values: split('-e -o -p -F') }),
  ['cmake', { subcommand: '-E env' }],
  ['cmake', { subcommand: '-E time' }],
];

/**
 * Programs that run others in addition to their own work: only certain words are code, so an allow of the whole program isn't an
 * allow of anything.
 */
export const PARTLY_WRAPPER_ROWS: typeof WRAPPER_ROWS = [
  ['screen', { values: split('-S -t -h -s -e -p -c -L') }],
  ...['new', 'new-session', 'neww', 'new-window', 'splitw', 'split-window'].map(
    (subcommand): readonly [string, Wrapper] => [
      'tmux',
      { subcommand, code: 'operands', values: split('-L -S -f -s -n -c -t -F -x -y -e -l -p') },
    ],
  ),
  ['tar gtar', { code: /^--(?:checkpoint-action=exec|to-command)(?:=|$)(.*)$/s }],
  ['git', { subcommand: 'bisect run', values: GIT_VALUES }],
  ['git', { subcommand: 'submodule foreach', values: GIT_VALUES, code: 'operands' }],
  ['git', { subcommand: 'rebase', values: GIT_VALUES, code: /^(?:-x|--exec(?:=|$))(.*)$/s }],
  ['git', { subcommand: 'difftool', values: GIT_VALUES, code: /^(?:-x|--extcmd(?:=|$))(.*)$/s }],
  [
    'git',
    {
      subcommand: 'filter-branch',
      values: GIT_VALUES,
      code: /^--(?:env|tree|index|parent|msg|commit|tag-name)-filter(?:=|$)(.*)$/s,
    },
  ],
];

function under(names: string, subcommands: string, wrapper: Wrapper = {}): (readonly [string, Wrapper])[] {
  return split(subcommands).map((subcommand) => [names, { ...wrapper, subcommand, isRunner: true }] as const);
}

function split(names: string): readonly string[] {
  return names.split(' ');
}
