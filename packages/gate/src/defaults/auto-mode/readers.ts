/** How a program is known to be harmless. */
export type Reader = {
  /** Every other option is refused; null: none of them does any harm. */
  readonly options: RegExp | null;
  /** Paths where nothing is said; else any text, or first what is looked for, unless an option gives it, and then paths. */
  readonly operands?: 'text' | { readonly givenBy: RegExp };
  readonly least?: number;
  readonly most?: number;
};

/** Whether it is given nothing but what is known to be harmless; where its paths lead is another question. */
export function keepsTo(
  { options, least = 0, most = Number.POSITIVE_INFINITY }: Reader,
  args: readonly string[],
): boolean {
  const { given, operands } = optionsAndOperands(args);
  if (options !== null && !given.every((word) => options.test(word))) return false;
  return operands.length >= least && operands.length <= most;
}

export function optionsAndOperands(args: readonly string[]): {
  readonly given: readonly string[];
  readonly operands: readonly string[];
} {
  return {
    given: args.filter((word) => word.startsWith('-') && word !== '--'),
    operands: args.filter((word) => !word.startsWith('-')),
  };
}

export const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...each('ls cat head tail wc nl cut fold tac rev comm paste cmp stat du df realpath readlink', { options: null }),
  ...each('cksum md5sum sha1sum sha256sum shasum', { options: null }),
  ...each('echo tr seq basename dirname which type', { options: null, operands: 'text' }),
  ...each('pwd whoami id uname date hostname', only('-[anrsmuGLP]', { most: 0 })),
  ...each('grep egrep fgrep', { options: null, operands: { givenBy: /^(?:-[a-zA-Z]*[ef]|--regexp|--file)/ } }),
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
      { operands: { givenBy: /^--files$/ } },
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
  return { options: new RegExp(`^(?:${options})$`), ...rest };
}
