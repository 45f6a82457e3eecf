/** How a program is known to be harmless. */
export type Reader = {
  /** Every other option is refused; null: none of them does any harm, unless a path is glued to it. */
  readonly options: RegExp | null;
  /** Short options with a path glued to them, which is the first group. */
  readonly gluedPath?: RegExp;
  /** Paths where nothing is said; else any text, or first what is looked for, unless an option gives it, and then paths. */
  readonly operands?: 'text' | Sought;
  readonly least?: number;
  readonly most?: number;
};

type Sought = {
  readonly givenBy: RegExp;
  /** Options that take the next word, even if it is `--`. */
  readonly takesNext: RegExp;
};

/** Whether it is given nothing but what is known to be harmless; where its paths lead is another question. */
export function keepsTo(reader: Reader, args: readonly string[]): boolean {
  const { options, least = 0, most = Number.POSITIVE_INFINITY } = reader;
  const { given, operands } = optionsAndOperands(reader, args);
  if (options !== null && !given.every((word) => options.test(word))) return false;
  if (reader.operands !== 'text' && mayHidePath(reader, given, operands)) return false;
  return operands.length >= least && operands.length <= most;
}

/** Glued to an option that is not looked at, or behind `--`, where some programs still take it for an option. */
function mayHidePath(reader: Reader, given: readonly string[], operands: readonly string[]): boolean {
  if (reader.options === null && given.some((word) => GLUED_PATH.test(word))) return true;
  return operands.slice(soughtOperands(reader, given)).some((word) => word.startsWith('-'));
}

/** A delimiter, as in `cut -d/`, has nothing behind it. */
const GLUED_PATH = /^-[^-].*\/./s;

/** The paths it is given, in options too. */
export function pathsGiven(reader: Reader, args: readonly string[]): readonly string[] {
  if (reader.operands === 'text') return [];
  const { given, operands } = optionsAndOperands(reader, args);
  const values = given.flatMap((word) => (/^--[\w-]+=(.+)$/s.exec(word) ?? reader.gluedPath?.exec(word))?.[1] ?? []);
  return [...values, ...operands.slice(soughtOperands(reader, given))];
}

/** How many operands are what it looks for. */
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

/** Of `grep`: letters that take no value, and `-NUM`, in any number before one that does. `-R` follows links, wherever they lead. */
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
  // Without an operand it goes home, with `-` to wherever it was.
  ['cd', only('', { least: 1, most: 1 })],
  // `-v` and comparisons of numbers evaluate their operands.
  ...each('test [', only('-[defrswxzn]')),
  ['diff', only('-[ruNqyabBiwEZ]+|-U\\d+|--(?:brief|unified|recursive|side-by-side|ignore-all-space)(?:=\\d+)?')],
  ['sort', only('-[bdfghinMrRsuVcCz]+|-k[\\d.,bdfginr]*|-t.?|--(?:reverse|unique|numeric-sort|human-numeric-sort)')],
  ['uniq', only('-[cduiz]+|--(?:count|repeated|unique)', { most: 1 })],
  ['file', only('-[bihLk]+|--(?:brief|mime|mime-type)')],
  [
    'find',
    only(
      '-(?:i?name|i?path|i?regex|type|maxdepth|mindepth|size|[mca]time|[mca]?newer|empty|not|o|a|or|and|print0?|prune)',
    ),
  ],
  [
    'rg',
    only(
      '-[nilcvwsSFxHNoUuhqLABCgtTm.]+|-[ABCm]\\d+|--(?:files|files-with-matches|count|hidden|ignore-case|smart-case|fixed-strings|word-regexp|line-number|no-heading|multiline|no-ignore|json|stats|type=\\w+|glob=.+|max-count=\\d+)',
      { operands: { givenBy: /^--files$/, takesNext: /^-.*[ABCgtTm]$/ } },
    ),
  ],
]);

const DIFF_OPTIONS =
  '-[pswbuzRM]+|-U?\\d+|-n\\d*|-L.*|--(?:stat|shortstat|numstat|name-only|name-status|cached|staged|summary|oneline|graph|all|decorate|no-color|color|merges|no-merges|first-parent|reverse|follow|patch|no-patch|word-diff|ignore-all-space|no-ext-diff|no-textconv|format=.*|pretty=.*|abbrev-commit|since=.*|until=.*|author=.*|grep=.*|max-count=\\d+|diff-filter=\\w+)';

export const GIT_READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...each('diff log show blame shortlog', only(DIFF_OPTIONS)),
  ...each('status ls-files rev-parse describe merge-base', { options: null }),
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
