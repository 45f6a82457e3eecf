/** Why a program is known to be harmless. */
export type Reader = {
  /** Every other option is refused; null: no option is harmful unless a path is glued to it. */
  readonly options: RegExp | null;
  /** Short options with a path glued to them, which is the first group. */
  readonly gluedPath?: RegExp;
  /** Default: paths; `text`: any text; else first the search text, unless an option gives it, and then paths. */
  readonly operands?: 'text' | Sought;
  /** No word may be one of these. */
  readonly refuses?: RegExp;
  /** The first word must be one of these. */
  readonly first?: RegExp;
  readonly least?: number;
  readonly most?: number;
};

type Sought = {
  readonly givenBy: RegExp;
  /** Options that take the next word, even if it is `--`. */
  readonly takesNext: RegExp;
};

/** Whether all of its arguments are known to be harmless; the targets of its paths are checked separately. */
export function keepsTo(reader: Reader, args: readonly string[]): boolean {
  const { options, first, refuses, least = 0, most = Number.POSITIVE_INFINITY } = reader;
  if (first !== undefined && !first.test(args[0] ?? '')) return false;
  if (refuses !== undefined && args.some((word) => refuses.test(word))) return false;
  const { given, operands } = optionsAndOperands(reader, args);
  if (options !== null && !given.every((word) => options.test(word))) return false;
  if (reader.operands !== 'text' && mayHidePath(reader, given, operands)) return false;
  return operands.length >= least && operands.length <= most;
}

/** Glued to an unchecked option, or after `--`, where some programs still parse options. */
function mayHidePath(reader: Reader, given: readonly string[], operands: readonly string[]): boolean {
  if (reader.options === null && given.some((word) => GLUED_PATH.test(word))) return true;
  return operands.slice(soughtOperands(reader, given)).some((word) => word.startsWith('-'));
}

/** A delimiter, as in `cut -d/`, has nothing after it. */
const GLUED_PATH = /^-[^-].*\/./s;

/** Its path arguments, including those in options. */
export function pathsGiven(reader: Reader, args: readonly string[]): readonly string[] {
  if (reader.operands === 'text') return [];
  const { given, operands } = optionsAndOperands(reader, args);
  const values = given.flatMap((word) => (/^--[\w-]+=(.+)$/s.exec(word) ?? reader.gluedPath?.exec(word))?.[1] ?? []);
  return [...values, ...operands.slice(soughtOperands(reader, given))];
}

/** How many operands are search texts. */
function soughtOperands({ operands: kind }: Reader, given: readonly string[]): 0 | 1 {
  return kind === undefined || kind === 'text' || given.some((word) => kind.givenBy.test(word)) ? 0 : 1;
}

type Arguments = { readonly given: readonly string[]; readonly operands: readonly string[] };

function optionsAndOperands({ operands: kind }: Reader, args: readonly string[]): Arguments {
  const end = args.indexOf('--');
  const isTaken = typeof kind === 'object' && kind.takesNext.test(args[end - 1] ?? '');
  const [before, after] = end === -1 || isTaken ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
  return {
    given: before.filter((word) => word.startsWith('-')),
    operands: [...before.filter((word) => !word.startsWith('-')), ...after],
  };
}

/**
 * For `grep`: letters without a value, and `-NUM`, any number of them before one that takes a value. `-R` follows symlinks,
 * wherever they lead.
 */
const GREP_LETTERS = '-[EFGPivwxcLlqsbHhnTZaIrUzoy\\d]*';

const GREP: Reader = {
  ...only(
    [
      `${GREP_LETTERS}(?:[ABCm]\\d*|[ef].*|d(?:read|skip|recurse))?`,
      '--(?:regexp|file)(?:=.*)?',
      '--(?:extended-regexp|fixed-strings|basic-regexp|perl-regexp|ignore-case|no-ignore-case|invert-match|word-regexp)',
      '--(?:line-regexp|count|files-without-match|files-with-matches|only-matching|quiet|silent|no-messages|byte-offset)',
      '--(?:with-filename|no-filename|line-number|line-buffered|initial-tab|null|null-data|text|recursive)',
      '--(?:colou?r(?:=\\w+)?|(?:max-count|context|after-context|before-context)=\\d+)',
      '--(?:(?:include|exclude|exclude-dir)(?:=.+)?|label=.+|(?:binary-files|directories|devices)=[\\w-]+)',
    ].join('|'),
  ),
  operands: {
    givenBy: new RegExp(`^(?:${GREP_LETTERS}[ef]|--(?:regexp|file)(?:=|$))`),
    takesNext: /^-.*[ABCdefm]$|^--(?:in|ex)clude(?:-dir)?$/,
  },
  gluedPath: new RegExp(`^${GREP_LETTERS}f(.+)$`, 's'),
};

export const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...each('ls cat head tail wc nl cut fold tac rev comm paste cmp stat df realpath readlink', { options: null }),
  ...each('cksum md5sum sha1sum sha256sum shasum', { options: null }),
  ...each('echo tr seq basename dirname which type', { options: null, operands: 'text' }),
  ...each('pwd whoami id uname date hostname', only('-[anrsmuGLP]', { most: 0 })),
  ...each('grep egrep fgrep', GREP),
  ['du', only('-[abcDhHklLmPsSx0]*(?:d\\d*)?|--(?:all|total|summarize|human-readable|apparent-size|max-depth=\\d+)')],
  // Without an operand it goes home, with `-` to the previous directory.
  ['cd', only('', { least: 1, most: 1 })],
  // `-v` and comparisons of numbers evaluate their operands.
  ...each('test [', only('-[defrswxzn]')),
  ['diff', only('-[ruNqyabBiwEZ]+|-U\\d+|--(?:brief|unified|recursive|side-by-side|ignore-all-space)(?:=\\d+)?')],
  [
    'sort',
    only(
      '-[bdfghinMrRsuVcCzmS]+|-k[\\d.,bdfginr]*|-t.?|--(?:reverse|unique|numeric-sort|human-numeric-sort|check(?:=\\w+)?|dictionary-order|general-numeric-sort|ignore-case|ignore-leading-blanks|ignore-nonprinting|month-sort|version-sort|merge|stable|zero-terminated|parallel=\\d+)',
    ),
  ],
  ...each('base64 base32', only('-[dDni]+|-w\\d*|--(?:decode|encode|ignore-garbage|wrap(?:=\\d+)?)')),
  ['xxd', only('-[abeipuE]+|-[clsgo]\\w+', { most: 1 })],
  ['iconv', only('-[fltcs]|--(?:list|silent|from-code=.*|to-code=.*)')],
  // The contents of an archive.
  [
    'tar',
    only('-[tvzjJaf]+|--(?:list|file=.*|verbose|wildcards|gzip|bzip2|xz|zstd)', {
      first: /^(?:-?[vzjJa]*t[vzjJa]*f?|--list)$/,
      // Another machine's file.
      refuses: /:/,
    }),
  ],
  ['unzip', only('-[ltvzZqh12smM]+', { first: /^-[ltvzZh]/ })],
  ...each('7z 7za 7zz', only('-(?:slt|scrc\\w+|mmt=\\d+|mm=\\w+)', { first: /^[lthib]$/ })),
  ...each(
    'gzip gunzip',
    only('-[ltcdvkq]+|--(?:list|test|stdout|decompress)', {
      first: /^(?:-[dvkq]*[ltc][ltcdvkq]*|--(?:list|test|stdout))$/,
    }),
  ),
  ['uniq', only('-[cduiz]+|--(?:count|repeated|unique)', { most: 1 })],
  ...each('true false nproc uptime', only('-[ps]|--all', { most: 0 })),
  // Where a program is; without the option it runs it.
  ['command', only('-[vV]', { operands: 'text', first: /^-[vV]$/ })],
  ['tree', only('-[adfiCsthDpugFrU]+|-[LIP]|--(?:dirsfirst|noreport|du|prune|gitignore|filelimit=\\d+)')],
  ['column', only('-[txnes]+|-s.')],
  ['file', only('-[bihLk]+|--(?:brief|mime|mime-type)')],
  [
    'find',
    only(
      [
        '-(?:i?name|i?path|i?regex|i?lname|i?wholename|regextype|x?type|maxdepth|mindepth|depth|d|size|empty|links|inum|samefile)',
        '-(?:[mca]time|[mca]min|[mca]?newer|newer[aBcmt]{2}|user|nouser|group|nogroup|uid|gid|perm|executable|readable|writable)',
        '-(?:not|o|a|or|and|true|false|prune|quit|print0?|printf|ls|fstype|mount|xdev|daystart|noleaf|[HLPEX])|-\\d+\\w?',
      ].join('|'),
    ),
  ],
  [
    'rg',
    only(
      [
        '-[nilcvwsSFxHNoUuhqLPpABCgtTm.]+|-[nilcvwsSFxHNoUuhqLPp.]*[ABCm]\\d+',
        '--(?:files|files-with-matches|files-without-match|count|count-matches|hidden|ignore-case|smart-case|case-sensitive)',
        '--(?:fixed-strings|word-regexp|line-number|no-line-number|heading|no-heading|no-filename|with-filename|only-matching)',
        '--(?:multiline|multiline-dotall|no-ignore|json|stats|pcre2|trim|pretty|color=\\w+|sort=path|max-(?:depth|columns)=\\d+)',
        '--(?:type|type-not|i?glob|max-count|context|after-context|before-context)(?:=.+)?',
      ].join('|'),
      {
        operands: {
          givenBy: /^--files$/,
          takesNext: /^-.*[ABCgtTm]$|^--(?:type|type-not|i?glob|max-count|context|after-context|before-context)$/,
        },
      },
    ),
  ],
]);

const DIFF_OPTIONS =
  '-[pswbuzRM]+|-U?\\d+|-n\\d*|-L.*|--(?:stat|date=.*|raw|no-renames|find-renames|shortstat|numstat|name-only|name-status|cached|staged|summary|oneline|graph|all|decorate|no-color|color|merges|no-merges|first-parent|reverse|follow|patch|no-patch|word-diff|ignore-all-space|no-ext-diff|no-textconv|format=.*|pretty=.*|abbrev-commit|since=.*|until=.*|author=.*|grep=.*|max-count=\\d+|diff-filter=\\w+)';

export const GIT_READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...each('diff log show blame shortlog', only(DIFF_OPTIONS)),
  ...each('status ls-files rev-parse describe merge-base cherry check-ignore show-branch', { options: null }),
  ['fsck', only('--(?:full|strict|no-dangling|unreachable|connectivity-only|no-progress|verbose)')],
  ...each('diff-files diff-index diff-tree range-diff whatchanged', only(`${DIFF_OPTIONS}|-[rptcm]+|-v`)),
  [
    'grep',
    only(
      '-[nilcvwhHEFGPoqWpIae]+|-[ABCm]\\d+|--(?:line-number|ignore-case|count|name-only|word-regexp|cached|untracked|heading|break)',
    ),
  ],
  // `-w` writes it to the repository.
  ['hash-object', only('-t|--stdin')],
  ['branch', only('-(?:a|r|v|vv|l)|--(?:all|list|show-current|remotes|merged|no-merged)', { most: 0 })],
  ['remote', only('-v|--verbose', { most: 0 })],
  ['tag', only('-l|--list', { most: 0 })],
]);

function each(names: string, reader: Reader): [string, Reader][] {
  return names.split(' ').map((name) => [name, reader]);
}

function only(options: string, rest: Omit<Reader, 'options'> = {}): Reader {
  return { options: new RegExp(`^(?:${options})$`, 's'), ...rest };
}
