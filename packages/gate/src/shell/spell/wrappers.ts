import { SHELLS } from './shells.ts';

/** What a command runs in turn: words that are a command already, or code for a shell. */
export type Inner<W> =
  | { readonly kind: 'words'; readonly words: readonly W[] }
  | { readonly kind: 'code'; readonly code: string };

/**
 * The commands that a command runs by its own words: `sudo rm x` runs `rm x`, `sh -c 'rm x'` the code `rm x`. One step: whoever wants
 * to see through `sudo env rm x` asks again. `textOf`: what a word says, after quote removal.
 */
export function innerCommands<W>(words: readonly W[], textOf: (word: W) => string): readonly Inner<W>[] {
  const [first] = words;
  if (first === undefined) return [];
  const program = baseName(textOf(first));
  const texts = words.map(textOf);
  if (SHELLS.test(program) && program !== 'busybox') return codeInner(optionValue(texts, SHELL_CODE));
  const wrapper = WRAPPERS.get(program);
  return wrapper === undefined ? [] : wrapper.flatMap((each) => innerOf(each, words, texts));
}

/** Whether the command is a shell that takes its code from standard input: `bash`, `sh -s`. */
export function readsCode(texts: readonly string[]): boolean {
  const [name = '', ...args] = texts;
  if (!SHELLS.test(baseName(name)) || optionValue(texts, SHELL_CODE) !== null) return false;
  return (
    args.some((word) => /^-[a-z]*s/.test(word)) || args.every((word) => word.startsWith('-') || word === '/dev/stdin')
  );
}

/** Without its directory. */
export function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

const SHELL_CODE = /^[-+][A-Za-z]*c[A-Za-z]*$/;

type Wrapper = {
  /** Only behind this subcommand. */
  readonly subcommand?: string;
  /** Options that take the next word as their value. */
  readonly values?: readonly string[];
  /** Operands before the program. */
  readonly operands?: number;
  /** The option behind which code stands, or all operands are code. */
  readonly code?: RegExp | 'operands';
  /** The words behind any of these, up to `;` or `+`. */
  readonly behind?: RegExp;
  /** Where the words end: `parallel rm ::: x`. */
  readonly until?: RegExp;
};

/** One row for each program that starts another from its words. */
const ROWS: readonly (readonly [names: string, wrapper: Wrapper])[] = [
  [
    'sudo doas dzdo gsudo',
    {
      values: split(
        '-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --role --type --chroot --close-from --other-user',
      ),
    },
  ],
  ['env', { values: split('-u --unset -C --chdir -a --argv0') }],
  ['env', { code: /^(?:-[a-z0-9]*S|--split-string)(?:=|$)/i }],
  [
    'xargs gxargs',
    {
      values: split(
        '-I -n -P -L -d -E -s -a --arg-file --delimiter --max-args --max-procs --max-lines --max-chars --replace --process-slot-var',
      ),
    },
  ],
  [
    'parallel',
    {
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
    'nohup setsid command builtin chronic caffeinate unbuffer catchsegv fakeroot proxychains proxychains4 torsocks torify noglob nocorrect pkexec run0 firejail bwrap setpriv prlimit numactl valgrind rlwrap xvfb-run dbus-run-session cross-env dotenv dotenvx env-cmd ssh-agent dbus-launch tini dumb-init eatmydata pfexec busybox toybox unshare systemd-inhibit - coproc',
    { values: split('-u --user -c --user-name --property -n -s -w --what --why --who -e -f') },
  ],
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
  ['eval', { code: 'operands' }],
  ['trap', { code: 'operands' }],
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
  ['su runuser sg flock script', { code: /^(?:-[a-z]*c|--command)(?:=|$)/ }],
  ['runuser', { values: split('-u --user -g -G') }],
  ['sg', { operands: 1 }],
  ['find gfind', { behind: /^-(?:exec|execdir|ok|okdir)$/ }],
  ['fd fdfind', { behind: /^(?:-x|-X|--exec|--exec-batch)$/ }],
  ['npx pnpx bunx uvx', { values: split('-p --package --from --with --python -c --call') }],
  ['npx pnpx', { code: /^(?:-c|--call)(?:=|$)/ }],
  ...under('npm', 'exec x', { values: split('-p --package -c --call -w --workspace') }),
  ...under('npm', 'exec x', { code: /^(?:-c|--call)(?:=|$)/ }),
  ...under('pnpm yarn', 'exec dlx'),
  ...under('pipx poetry pdm pipenv hatch rye pixi volta op doppler', 'run'),
  ...under('uv', 'run', { values: split('--with --python -p --from --package --extra --group --directory --project') }),
  ...under('mise asdf pyenv rbenv fnm bundle stack cabal', 'exec x'),
  ...under('direnv aws-vault', 'exec', { operands: 1 }),
  ...under('conda', 'run', { values: split('-n --name -p --prefix') }),
  ...under('perf', 'record stat trace', { values: split('-e -o -p -F') }),
];

function under(names: string, subcommands: string, wrapper: Wrapper = {}): (readonly [string, Wrapper])[] {
  return split(subcommands).map((subcommand) => [names, { ...wrapper, subcommand }] as const);
}

function split(names: string): readonly string[] {
  return names.split(' ');
}

const WRAPPERS: ReadonlyMap<string, readonly Wrapper[]> = byName();

function byName(): Map<string, Wrapper[]> {
  const table = new Map<string, Wrapper[]>();
  for (const [names, wrapper] of ROWS) {
    for (const name of split(names)) table.set(name, [...(table.get(name) ?? []), wrapper]);
  }
  return table;
}

function innerOf<W>(wrapper: Wrapper, words: readonly W[], texts: readonly string[]): readonly Inner<W>[] {
  const { code, behind, subcommand, until } = wrapper;
  if (subcommand !== undefined && texts[1] !== subcommand) return [];
  if (behind !== undefined) return executedBehind(behind, words, texts);
  if (code !== undefined && code !== 'operands') return codeInner(optionValue(texts, code));
  const start = programAt(wrapper, texts);
  if (start === -1) return [];
  if (code === 'operands') return codeInner(texts.slice(start).join(' '));
  const end = until === undefined ? -1 : texts.findIndex((text, at) => at >= start && until.test(text));
  // `parallel 'rm {}'`: a line in one word is read by a shell.
  const isLine = /\s/.test(texts[start] as string);
  if (isLine) return codeInner(texts.slice(start, end === -1 ? undefined : end).join(' '));
  const inner = words.slice(start, end === -1 ? undefined : end);
  const given = end === -1 ? [] : words.slice(end + 1);
  return inner.length === 0 ? [] : [{ kind: 'words', words: [...inner, ...given] }];
}

/** Behind the wrapper's own options, assignments and operands. */
function programAt({ values = [], operands = 0, subcommand }: Wrapper, texts: readonly string[]): number {
  let left = operands;
  for (let at = subcommand === undefined ? 1 : 2; at < texts.length; at++) {
    const text = texts[at] as string;
    if (values.includes(text)) at++;
    else if (text === '--') continue;
    else if (text.startsWith('-') && text.length > 1) continue;
    else if (ASSIGNMENT.test(text)) continue;
    else if (left-- <= 0) return at;
  }
  return -1;
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

function codeInner(code: string | null): readonly [] | readonly [{ readonly kind: 'code'; readonly code: string }] {
  return code === null || code === '' ? [] : [{ kind: 'code', code }];
}

/** The word behind the option, or what stands behind its `=`. */
function optionValue(texts: readonly string[], option: RegExp): string | null {
  for (let at = 1; at < texts.length; at++) {
    const text = texts[at] as string;
    if (!option.test(text)) continue;
    const equals = text.indexOf('=');
    return equals === -1 ? (texts[at + 1] ?? null) : text.slice(equals + 1);
  }
  return null;
}

/** `-exec … ;`, as often as it stands there. */
function executedBehind<W>(option: RegExp, words: readonly W[], texts: readonly string[]): readonly Inner<W>[] {
  const found: Inner<W>[] = [];
  for (let at = 1; at < texts.length; at++) {
    if (!option.test(texts[at] as string)) continue;
    const start = ++at;
    while (at < texts.length && texts[at] !== ';' && texts[at] !== '\\;' && texts[at] !== '+') at++;
    if (at > start) found.push({ kind: 'words', words: words.slice(start, at) });
  }
  return found;
}
