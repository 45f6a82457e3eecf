/**
 * Programs that run what they are told to: a wildcard after one of them lets anything through. `role` says where the danger
 * stands in the words after the name:
 *   interpreter   code comes from an option, from standard input, or from the first operand; a script that is spelled out pins it
 *   wrapper       the next operand is the program that runs; spelled out, it pins the rule down to that program
 *   launcher      any argument may start a program, wherever it stands
 */
export type RiskyProgram = {
  readonly name: string;
  /** Only this subcommand of the program; of more than one word where it has subcommands of its own. */
  readonly subcommand?: string;
  readonly role: 'interpreter' | 'wrapper' | 'launcher';
  /** Options that take the next word as their value. */
  readonly valueOptions?: readonly string[];
  /** Interpreters: options whose value is code. */
  readonly codeOptions?: readonly string[];
  /** Wrappers: how many operands stand before the program. */
  readonly operands?: number;
};

export const RISKY_PROGRAMS: readonly RiskyProgram[] = [
  ...all('interpreter', 'bash sh zsh dash ksh mksh ash fish csh tcsh rbash busybox toybox nu xonsh elvish', {
    codeOptions: ['-c', '-s'],
    valueOptions: ['-o', '-O', '-eo', '-euo', '-euxo', '--rcfile', '--init-file'],
  }),
  ...all('interpreter', 'pwsh powershell', { codeOptions: ['-c', '-Command', '-EncodedCommand', '-e'] }),
  ...all('interpreter', 'python python2 python3 pypy pypy3 ipython', {
    codeOptions: ['-c', '-m', '-'],
    valueOptions: ['-W', '-X'],
  }),
  ...all('interpreter', 'node nodejs', {
    codeOptions: ['-e', '-p', '--eval', '--print', '-'],
    valueOptions: ['-r', '--require', '--import', '--loader'],
  }),
  ...all('interpreter', 'deno bun tsx ts-node vite-node zx', {
    codeOptions: ['-e', '-p', '--eval', '--print', 'eval', 'run', 'x', '-'],
  }),
  ...all('interpreter', 'perl ruby', {
    codeOptions: ['-e', '-E', '-'],
    valueOptions: ['-I', '-M'],
  }),
  ...all(
    'interpreter',
    'php lua luajit Rscript R julia tclsh groovy elixir iex erl jshell osascript ghci irb scala guile kotlin ocaml ' +
      'racket sbcl clojure clj bb octave gnuplot m4 dc',
    {
      codeOptions: ['-r', '-e', '-E', '--eval', '-l', '-'],
    },
  ),
  ...all('interpreter', 'awk gawk mawk nawk sed gsed', {
    codeOptions: ['-e', '-f', '--expression', '--file'],
    valueOptions: ['-F', '-v'],
  }),
  ...all('interpreter', 'source . psql mysql sqlite3', { codeOptions: ['-c', '-e'] }),
  ...all('wrapper', 'sudo doas', { valueOptions: ['-u', '-g', '-h', '-p', '-C', '-r', '-t', '-T', '-U', '-D', '-R'] }),
  ...all('wrapper', 'env', { valueOptions: ['-u', '--unset', '-C', '--chdir', '-S', '--split-string'] }),
  ...all('wrapper', 'xargs gxargs parallel', { valueOptions: ['-I', '-n', '-P', '-L', '-d', '-E', '-s', '-a', '-j'] }),
  ...all('wrapper', 'timeout gtimeout', { valueOptions: ['-k', '--kill-after', '-s', '--signal'], operands: 1 }),
  ...all('wrapper', 'nice', { valueOptions: ['-n', '--adjustment'] }),
  ...all('wrapper', 'ionice chrt taskset', { valueOptions: ['-c', '-n', '-p'] }),
  ...all(
    'wrapper',
    'nohup setsid time command builtin exec chronic caffeinate unbuffer catchsegv fakeroot proxychains torsocks noglob ' +
      'nocorrect gsudo pkexec run0 firejail bwrap setpriv prlimit numactl valgrind rlwrap xvfb-run dbus-run-session ' +
      'cross-env dotenv dotenvx env-cmd',
  ),
  ...all('wrapper', 'gosu su-exec sg', { operands: 1 }),
  ...all('wrapper', 'stdbuf', { valueOptions: ['-i', '-o', '-e'] }),
  ...all('wrapper', 'strace ltrace', { valueOptions: ['-e', '-o', '-p', '-s', '-u', '-E'] }),
  ...all('wrapper', 'flock chroot', { valueOptions: ['-w', '-E', '--userspec', '--groups'], operands: 1 }),
  ...all('wrapper', 'npx bunx uvx pipx pnpx', {
    valueOptions: ['-p', '--package', '--from', '--with', '--python', '-c', '--call'],
  }),
  ...under('wrapper', 'npm', 'exec x', { valueOptions: ['-p', '--package', '-c', '--call', '-w'] }),
  ...under('wrapper', 'pnpm', 'exec dlx'),
  ...under('wrapper', 'yarn', 'exec dlx'),
  ...under('wrapper', 'pipx', 'run'),
  ...under('wrapper', 'uv', 'run tool', { valueOptions: ['--with', '--python', '-p', '--from', '--package'] }),
  ...under('wrapper', 'poetry', 'run'),
  ...under('wrapper', 'pdm', 'run'),
  ...under('wrapper', 'hatch', 'run'),
  ...under('wrapper', 'rye', 'run'),
  ...under('wrapper', 'pixi', 'run'),
  ...under('wrapper', 'mise', 'exec x'),
  ...under('wrapper', 'asdf', 'exec'),
  ...under('wrapper', 'pyenv', 'exec'),
  ...under('wrapper', 'rbenv', 'exec'),
  ...under('wrapper', 'nvm', 'exec run'),
  ...under('wrapper', 'fnm', 'exec'),
  ...under('wrapper', 'volta', 'run'),
  ...under('wrapper', 'direnv', 'exec', { operands: 1 }),
  ...under('wrapper', 'bundle', 'exec'),
  ...under('wrapper', 'conda', 'run', { valueOptions: ['-n', '-p'] }),
  ...under('wrapper', 'go', 'run generate', { valueOptions: ['-exec', '-tags'] }),
  ...under('wrapper', 'dotnet', 'run exec'),
  ...all(
    'launcher',
    'eval trap watch find gfind fd fdfind entr script su runuser unshare nsenter systemd-run at batch crontab',
  ),
  ...all('launcher', 'alias bind complete enable hash jobs mapfile readarray socat concurrently nodemon run-parts'),
  ...all('launcher', 'ssh mosh expect screen tmux gdb lldb vim vi nvim view ex ed emacs'),
  ...under('launcher', 'docker', 'run exec create'),
  ...under('launcher', 'podman', 'run exec create'),
  ...under('launcher', 'docker-compose', 'run exec'),
  ...['compose run', 'compose exec'].map(
    (subcommand): RiskyProgram => ({ name: 'docker', subcommand, role: 'launcher' }),
  ),
  ...under('launcher', 'adb', 'shell'),
  ...under('launcher', 'kubectl', 'exec run debug'),
  ...under('launcher', 'nix', 'run shell develop'),
  ...under('launcher', 'rails', 'runner console'),
  ...under('launcher', 'heroku', 'run'),
];

type Details = Omit<RiskyProgram, 'name' | 'role' | 'subcommand'>;

function all(role: RiskyProgram['role'], names: string, details: Details = {}): RiskyProgram[] {
  return names.split(' ').map((name) => ({ name, role, ...details }));
}

function under(role: RiskyProgram['role'], name: string, subcommands: string, details: Details = {}): RiskyProgram[] {
  return subcommands.split(' ').map((subcommand) => ({ name, subcommand, role, ...details }));
}
