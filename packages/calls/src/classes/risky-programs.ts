import { WRAPPER_ROWS } from '../programs/wrapper-table.ts';

/**
 * Programs that run whatever they are told: a wildcard after one of them allows anything. `role` says which of the words after
 * the name is the danger:
 *   interpreter   code comes from an option, from standard input, or from the first operand; a literal script pins it
 *   wrapper       the next operand is the program that runs; if literal, it pins the rule to that program
 *   launcher      any argument may start a program, in any position
 */
export type RiskyProgram = {
  readonly name: string;
  /** Only this subcommand of the program; of more than one word if it has nested subcommands. */
  readonly subcommand?: string;
  /** A wildcard in place of the subcommand is accepted: `git *` and `cmake *` are common rules. */
  readonly onlyNamed?: true;
  readonly role: 'interpreter' | 'wrapper' | 'launcher';
  /** Options that take the next word as their value. */
  readonly valueOptions?: readonly string[];
  /** Interpreters: options whose value is code. */
  readonly codeOptions?: readonly string[];
  /** Wrappers: how many operands come before the program. */
  readonly operands?: number;
};

/** Wrappers with `onlyNamed`. */
const ONLY_NAMED: ReadonlySet<string> = new Set(['cabal', 'cmake']);

export const RISKY_PROGRAMS: readonly RiskyProgram[] = [
  ...all(
    'interpreter',
    'bash sh zsh dash ksh mksh ash fish csh tcsh rbash busybox toybox nu xonsh elvish yash oksh loksh pdksh posh osh ysh hush',
    {
      codeOptions: ['-c', '-s'],
      valueOptions: ['-o', '-O', '-eo', '-euo', '-euxo', '--rcfile', '--init-file'],
    },
  ),
  ...all('interpreter', 'pwsh powershell', { codeOptions: ['-c', '-Command', '-EncodedCommand', '-e'] }),
  ...all('interpreter', 'python python2 python3 pypy pypy3 ipython bpython ptpython jython micropython graalpy py', {
    codeOptions: ['-c', '-m', '-'],
    valueOptions: ['-W', '-X'],
  }),
  ...all('interpreter', 'node nodejs babel-node electron', {
    codeOptions: ['-e', '-p', '--eval', '--print', '-'],
    valueOptions: ['-r', '--require', '--import', '--loader'],
  }),
  ...all('interpreter', 'deno bun tsx ts-node ts-node-esm esno tsm jiti vite-node zx crystal dart', {
    codeOptions: ['-e', '-p', '--eval', '--print', 'eval', 'run', 'x', '-'],
  }),
  ...all('interpreter', 'java', {
    valueOptions: [
      '-cp',
      '-classpath',
      '--class-path',
      '-p',
      '--module-path',
      '--source',
      '--add-opens',
      '--add-modules',
    ],
  }),
  ...all('interpreter', 'ghc ghci runghc runhaskell jrunscript', { codeOptions: ['-e'] }),
  ...all('interpreter', 'perl ruby raku perl6 jruby', {
    codeOptions: ['-e', '-E', '-'],
    valueOptions: ['-I', '-M'],
  }),
  ...all(
    'interpreter',
    'php hhvm lua luajit luau texlua Rscript R littler julia tclsh wish groovy groovysh elixir iex erl escript jshell osascript ' +
      'irb pry scala scala-cli amm guile kotlin kotlinc ocaml utop racket scheme gsi csi clisp ecl sbcl ' +
      'clojure clj bb nbb janet fennel swipl gprolog swift pike gforth rexx coffee qjs rust-script yaegi dotnet-script fsharpi mono ' +
      'octave octave-cli matlab sage maxima gnuplot m4 dc cscript wscript mshta ansible-playbook',
    {
      codeOptions: ['-r', '-e', '-E', '--eval', '-l', '-'],
    },
  ),
  ...all('interpreter', 'awk gawk mawk nawk sed gsed', {
    codeOptions: ['-e', '-f', '--expression', '--file'],
    valueOptions: ['-F', '-v'],
  }),
  ...all('interpreter', 'source . psql mysql mysqlsh mariadb sqlite3 duckdb', { codeOptions: ['-c', '-e'] }),
  ...wrappers(),
  ...under('interpreter', 'go', 'run generate', { valueOptions: ['-exec', '-tags'] }),
  ...under('interpreter', 'dotnet', 'run exec'),
  ...under('interpreter', 'dotnet', 'script fsi', { codeOptions: ['eval', '--eval', '--use'] }),
  ...under('interpreter', 'stack', 'runghc runhaskell script', { codeOptions: ['-e'] }),
  ...under('interpreter', 'mix', 'run eval', { codeOptions: ['-e', '--eval'], onlyNamed: true }),
  ...under('interpreter', 'zig', 'run', { onlyNamed: true }),
  ...under('interpreter', 'nim', 'r e', { onlyNamed: true }),
  ...under('interpreter', 'cmake', '-P', { onlyNamed: true }),
  ...inGroup('launcher', 'git', ['bisect run', 'submodule foreach', 'filter-branch'], { onlyNamed: true }),
  ...under('launcher', 'lerna', 'exec', { onlyNamed: true }),
  ...all(
    'launcher',
    'eval trap watch find gfind fd fdfind entr script su runuser unshare nsenter systemd-run at batch crontab',
  ),
  ...all('launcher', 'alias bind complete enable hash jobs mapfile readarray socat concurrently nodemon run-parts'),
  ...all(
    'launcher',
    'ssh autossh mosh expect screen tmux xterm gdb lldb bpftrace hyperfine forever onchange cmd mongosh mongo ansible',
  ),
  ...all(
    'launcher',
    'vim vi nvim gvim mvim vimdiff rvim view rview ex ed emacs emacsclient kak nix-shell systemd-nspawn',
  ),
  ...under('launcher', 'docker', 'run exec create'),
  ...under('launcher', 'podman', 'run exec create'),
  ...under('launcher', 'nerdctl', 'run exec create'),
  ...under('launcher', 'docker-compose', 'run exec'),
  ...inGroup('launcher', 'docker', ['compose run', 'compose exec']),
  ...under('launcher', 'lxc', 'exec'),
  ...under('launcher', 'incus', 'exec'),
  ...under('launcher', 'limactl', 'shell'),
  ...under('launcher', 'multipass', 'exec'),
  ...under('launcher', 'apptainer', 'run exec shell'),
  ...under('launcher', 'singularity', 'run exec shell'),
  ...under('launcher', 'vagrant', 'ssh'),
  ...under('launcher', 'adb', 'shell'),
  ...under('launcher', 'kubectl', 'exec run debug'),
  ...under('launcher', 'oc', 'exec run debug rsh'),
  ...under('launcher', 'nix', 'run shell develop'),
  ...under('launcher', 'rails', 'runner console'),
  ...under('launcher', 'heroku', 'run'),
];

/** Programs that name the next program in their words, from the table behind see_through_wrappers. */
function wrappers(): RiskyProgram[] {
  return WRAPPER_ROWS.flatMap(([names, { code, behind, subcommand, values = [], operands = 0 }]) =>
    code !== undefined || behind !== undefined
      ? []
      : names.split(' ').map((name) => ({
          name,
          role: 'wrapper' as const,
          valueOptions: values,
          operands,
          ...(subcommand === undefined ? {} : { subcommand }),
          ...(ONLY_NAMED.has(name) ? { onlyNamed: true as const } : {}),
        })),
  );
}

type Details = Omit<RiskyProgram, 'name' | 'role' | 'subcommand'>;

function all(role: RiskyProgram['role'], names: string, details: Details = {}): RiskyProgram[] {
  return names.split(' ').map((name) => ({ name, role, ...details }));
}

function under(role: RiskyProgram['role'], name: string, subcommands: string, details: Details = {}): RiskyProgram[] {
  return inGroup(role, name, subcommands.split(' '), details);
}

/** Subcommands of more than one word. */
function inGroup(
  role: RiskyProgram['role'],
  name: string,
  subcommands: readonly string[],
  details: Details = {},
): RiskyProgram[] {
  return subcommands.map((subcommand) => ({ name, subcommand, role, ...details }));
}

const MAX_NAME = 64;

/** `/usr/bin/python3.12` is `python` and `vim.tiny` is `vim`; the caller checks the subcommand. */
export function riskyProgramsNamed(program: string): readonly RiskyProgram[] {
  const base = program.slice(program.lastIndexOf('/') + 1).replace(/\.exe$/, '');
  if (base.length > MAX_NAME) return [];
  const named = RISKY_PROGRAMS.filter(({ name }) => name === base);
  if (named.length > 0) return named;
  const plain = base.replace(VARIANT, '').replace(/-?[\d.]+$/, '');
  return RISKY_PROGRAMS.filter(({ name }) => name === plain);
}

/** A program that runs code with any subcommand. */
export function interpreterNamed(program: string): RiskyProgram | undefined {
  return riskyProgramsNamed(program).find(({ role, subcommand }) => role === 'interpreter' && subcommand === undefined);
}

/** Variants built by distributions; `./script.py` isn't `script`. */
const VARIANT = /[.-](?:tiny|basic|nox|gtk\d?|athena|lucid|motif|static)$/;
