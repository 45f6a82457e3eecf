/** What a simple command may write, as far as its name tells. */
export type CommandWrites =
  | { readonly kind: 'nothing' }
  /** Whatever its arguments name. */
  | { readonly kind: 'arguments' }
  /** Our rules, through our own program. */
  | { readonly kind: 'our-rules'; readonly what: string };

export function commandWrites(text: string): CommandWrites {
  const words = text.split(' ');
  const [name = '', ...others] = words.map(baseName);
  const own = [name, ...others].indexOf('caliban');
  if (own !== -1 && own <= 2 && changesRules(words.slice(own + 1))) {
    return { kind: 'our-rules', what: words.slice(own, own + 3).join(' ') };
  }
  if (READERS.has(name)) return { kind: 'nothing' };
  if (name === 'git' && GIT_READERS.has(words[1] ?? '')) return { kind: 'nothing' };
  return { kind: 'arguments' };
}

/** Every word that may be a path, also behind `--out=`, `of=` or a one-letter option. */
export function mentionedPaths(text: string): readonly string[] {
  return text
    .split(' ')
    .slice(1)
    .flatMap((word) => [word, word.slice(word.indexOf('=') + 1), word.startsWith('-') ? word.slice(2) : ''])
    .filter((word) => word.includes('/') || word.toLowerCase().startsWith('.caliban'));
}

function changesRules(words: readonly string[]): boolean {
  const [command, verb] = words.filter((word) => !word.startsWith('-'));
  if (command === 'install' || command === 'uninstall') return true;
  return command === 'perms' && (verb === 'add' || verb === 'remove' || verb === 'import') && !words.includes('--help');
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** They only read what they are given; `find`, `sort` and `sed` can write, so they are not here. */
const READERS: ReadonlySet<string> = new Set([
  ...[
    'cat',
    'head',
    'tail',
    'less',
    'more',
    'nl',
    'tac',
    'wc',
    'file',
    'stat',
    'ls',
    'cd',
    'test',
    '[',
    'echo',
    'printf',
  ],
  ...['grep', 'egrep', 'fgrep', 'rg', 'diff', 'cmp', 'cksum', 'md5sum', 'sha1sum', 'sha256sum', 'readlink', 'realpath'],
  ...['basename', 'dirname', 'jq', 'tree', 'du', 'pwd'],
]);

const GIT_READERS: ReadonlySet<string> = new Set([
  ...['add', 'blame', 'commit', 'diff', 'grep', 'log', 'ls-files', 'show', 'status', 'check-ignore'],
]);
