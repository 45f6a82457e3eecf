import type { Assignment } from '../types/command-line.ts';
import type { NameSet } from '../types/tool-call.ts';

/**
 * Names whose value means something to the shell, to the loader or to a program it starts: assigning one may change what an
 * allowed command does. A trailing `*` is any suffix, a leading one any prefix.
 */
const INFLUENTIAL_NAMES: readonly string[] = [
  // The shell itself.
  ...[
    'PATH',
    'IFS',
    'ENV',
    'SHELL',
    'SHELLOPTS',
    'BASHOPTS',
    'BASH_*',
    'CDPATH',
    'GLOBIGNORE',
    'HOME',
    'PWD',
    'OLDPWD',
  ],
  ...[
    'PROMPT_COMMAND',
    'histchars',
    'HISTCHARS',
    'PS0',
    'PS1',
    'PS2',
    'PS3',
    'PS4',
    'FPATH',
    'fpath',
    'path',
    'ZDOTDIR',
    'HISTFILE',
    'HISTFILESIZE',
    'TMPDIR',
    'TMP',
    'TEMP',
  ],
  ...[
    'OPTIND',
    'FCEDIT',
    'INPUTRC',
    'COMP_WORDBREAKS',
    'EXECIGNORE',
    'DIRSTACK',
    'MAILPATH',
    'POSIXLY_CORRECT',
    'TIMEFORMAT',
  ],
  // Zsh: what runs if a line only redirects, and the other names of its search paths.
  ...['NULLCMD', 'READNULLCMD', 'cdpath', 'module_path', 'MODULE_PATH'],
  // The loader and the language runtimes.
  ...[
    'LD_*',
    'DYLD_*',
    'GCONV_PATH',
    'NLSPATH',
    'LOCPATH',
    'MALLOC_*',
    'GLIBC_TUNABLES',
    'PYTHON*',
    'PERL*',
    'RUBY*',
    'GEM_*',
  ],
  ...[
    'BUNDLE_*',
    'NODE_*',
    'npm_*',
    'NPM_*',
    'YARN_*',
    'PNPM_*',
    'BUN_*',
    'DENO_*',
    'JAVA_*',
    '_JAVA_OPTIONS',
    'JDK_*',
    'CLASSPATH',
  ],
  ...[
    'MAVEN_*',
    'GRADLE_*',
    'LUA_*',
    'PHP*',
    'GO*',
    'CGO_*',
    'RUST*',
    'CARGO*',
    'DOTNET_*',
    'COMPlus_*',
    'CORECLR_*',
    'R_*',
    'TCL*',
  ],
  ...[
    'LIBRARY_PATH',
    'CPATH',
    '*_INCLUDE_PATH',
    'COMPILER_PATH',
    'GCC_EXEC_PREFIX',
    'TS_NODE_*',
    'ELECTRON_*',
    'AWKPATH',
    'AWKLIBPATH',
  ],
  // Programs that run what a variable names.
  ...['VIMINIT', 'EXINIT', 'SUDO_*', 'WGETRC', 'PSQLRC', 'PG*', 'MYSQL_*', 'GTK_*', 'QT_*'],
  ...[
    'GIT_*',
    '*PAGER',
    'PAGER',
    '*EDITOR',
    'EDITOR',
    'VISUAL',
    'BROWSER',
    'LESS*',
    'MANOPT',
    'MAKE*',
    'MFLAGS',
    'CMAKE_*',
  ],
  ...[
    'CC',
    'CXX',
    'CPP',
    'LD',
    'AR',
    'AS',
    'CFLAGS',
    'CXXFLAGS',
    'CPPFLAGS',
    'LDFLAGS',
    'PKG_CONFIG*',
    'SSH_*',
    'GPG_*',
    'GNUPGHOME',
  ],
  ...[
    'RSYNC_RSH',
    'CVS_RSH',
    'SVN_SSH',
    'HG*',
    'TAR_OPTIONS',
    'RIPGREP_CONFIG_PATH',
    'FZF_*',
    'GREP_OPTIONS',
    'PIP_*',
    'UV_*',
  ],
  ...[
    'VIRTUAL_ENV',
    'CONDA_*',
    'DOCKER_*',
    'KUBECONFIG',
    'HELM_*',
    'TF_*',
    'ANSIBLE_*',
    'VAGRANT_*',
    'XDG_*',
    'TERMINFO*',
    'TERMCAP',
  ],
  // Where traffic goes and which certificates are trusted.
  ...[
    '*_PROXY',
    '*_proxy',
    'SSL_*',
    'CURL_*',
    'REQUESTS_CA_BUNDLE',
    'AWS_*',
    'GOOGLE_*',
    'AZURE_*',
    'OPENSSL_*',
    'RESOLV_*',
  ],
  ...['ANTHROPIC_*', 'OPENAI_*', 'CLAUDE_*', 'CALIBAN_*'],
];

const EXACT_NAMES: ReadonlySet<string> = new Set(INFLUENTIAL_NAMES);
/** `LD_*` and `*PAGER`, without their star. */
const PREFIXES = INFLUENTIAL_NAMES.flatMap((name) => (name.endsWith('*') ? name.slice(0, -1) : []));
const SUFFIXES = INFLUENTIAL_NAMES.flatMap((name) => (name.startsWith('*') ? name.slice(1) : []));

export function isInfluential(assignment: NamedText, exportedNames?: NameSet): boolean {
  const { name } = assignment;
  return (
    exportedNames?.has(name) === true ||
    EXACT_NAMES.has(name) ||
    PREFIXES.some((prefix) => name.startsWith(prefix)) ||
    SUFFIXES.some((suffix) => name.endsWith(suffix)) ||
    isTableOfCommands(assignment)
  );
}

/** Commands in it run under another name, which no rule would see. */
export function isTableOfCommands({ name, text }: NamedText): boolean {
  return COMMAND_NAMES.has(name) || (ZSH_TABLES.has(name) && /^\w+(?:\[|\+?=\()/.test(text));
}

const COMMAND_NAMES: ReadonlySet<string> = new Set(['NULLCMD', 'READNULLCMD', 'BASH_ALIASES']);

type NamedText = Pick<Assignment, 'name' | 'text'>;

/**
 * Whether an allow for the program ignores an assignment before it: the name means nothing to the shell, the loader or any known
 * program, and doesn't look like a path, an option or a command of this one.
 */
export function isLookedPast(assignment: Assignment, program: string | null): boolean {
  if (isHarmlessAssignment(assignment)) return true;
  if (program === null || isInfluential(assignment) || MEANS_SOMETHING.test(assignment.name)) return false;
  const own = program.slice(program.lastIndexOf('/') + 1).replaceAll(/\W/g, '_');
  return !assignment.name.toUpperCase().startsWith(own.toUpperCase());
}

const MEANS_SOMETHING =
  /(?:^|_)(?:PATH|HOME|OPTS?|OPTIONS|FLAGS|ARGS|COMMAND|CMD|EXEC|BIN|SHELL|HOOKS?|CONFIG|RC|WRAPPER|RUNNER|PRELOAD|PLUGINS?|LIB|LIBS|INIT|SCRIPT|LAUNCHER|SERVER|HOST|URL)$/i;

/**
 * The variables through which zsh calls its functions and commands. A single value isn't a table: `commands="x y"` is an ordinary
 * variable.
 */
const ZSH_TABLES: ReadonlySet<string> = new Set([
  ...['functions', 'dis_functions', 'commands', 'options'],
  ...['aliases', 'galiases', 'saliases', 'dis_aliases', 'dis_galiases'],
]);

/** Prefix assignments that an allow rule ignores: they change colours, language, time zone or verbosity, but not what runs. */
const HARMLESS_NAMES: ReadonlySet<string> = new Set([
  ...['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'LC_COLLATE', 'LC_MESSAGES', 'LC_NUMERIC', 'LC_TIME', 'TZ'],
  ...['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR', 'CLICOLOR_FORCE', 'COLUMNS', 'LINES', 'CI', 'NODE_ENV', 'LOG_LEVEL'],
  ...[
    'PYTHONUNBUFFERED',
    'PYTHONDONTWRITEBYTECODE',
    'RUST_BACKTRACE',
    'RUST_LOG',
    'DO_NOT_TRACK',
    'NEXT_TELEMETRY_DISABLED',
  ],
  ...['GOOS', 'GOARCH', 'GOARM', 'CGO_ENABLED', 'CARGO_TERM_COLOR', 'PYTHONHASHSEED', 'PYTHONIOENCODING'],
  ...['DOCKER_BUILDKIT', 'AWS_REGION', 'AWS_DEFAULT_REGION', 'NODE_NO_WARNINGS', 'PIP_DISABLE_PIP_VERSION_CHECK'],
  ...['DEBIAN_FRONTEND', 'GIT_TERMINAL_PROMPT', 'GIT_OPTIONAL_LOCKS', 'SOURCE_DATE_EPOCH'],
]);

/** A value that no program could read as a path or code; a time zone may name its region. */
const PLAIN_VALUE = /^[A-Za-z0-9_.,:@%+=-]*$/;
const TIME_ZONE = /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*$/;

export function isHarmlessAssignment({ name, value }: Assignment): boolean {
  if (value === null || !HARMLESS_NAMES.has(name)) return false;
  return name === 'TZ' ? TIME_ZONE.test(value) : PLAIN_VALUE.test(value);
}
