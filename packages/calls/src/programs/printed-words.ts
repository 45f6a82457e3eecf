/** A word of a command. `text`: as it is in the line; `value`: without its quotes. */
type CommandWord = { readonly text: string; readonly value: string };

/** The parts of a command's input that it may print. */
export type Printed<Item> = {
  /** The words, each with the part of its text that may be printed. */
  readonly words: ReadonlyMap<Item, (text: string) => string>;
  readonly listsVariables: boolean;
};

/**
 * Any program may print its arguments: `tr x '['`, `git log --format=…`. The text of a program isn't printed as it is, nor is the
 * search text of `grep`: arithmetic on their results is common, and so are brackets and dollar signs in them. `isReplaced`:
 * whether the shell replaces the word.
 */
export function printedWords<Item extends CommandWord>(
  name: string,
  words: readonly Item[],
  isReplaced: (word: Item) => boolean,
): Printed<Item> {
  if (LISTERS.has(name) && words.every(isOption) && (name !== 'set' || words.length === 0))
    return { words: new Map(), listsVariables: true };
  const program = programOf(name, words);
  const readProgram = name === 'perl' ? withoutPerl : withoutCode;
  const readerOf = (word: Item) => (name === 'sed' ? withoutPatterns : word === program ? readProgram : asItIs);
  const printed = SEARCHERS.has(name) ? labelled(words, isReplaced) : words;
  return { words: new Map(printed.map((word) => [word, readerOf(word)])), listsVariables: false };
}

/** They create files with the given names. */
export const FILE_MAKERS: ReadonlySet<string> = new Set([
  ...['mkdir', 'touch', 'cp', 'mv', 'ln', 'install', 'tee', 'mkfifo', 'mknod', 'mktemp', 'dd', 'split', 'rsync'],
]);

/** Whether it only prints how many there are of something, and nothing of its input. */
export function isCounting(name: string | undefined, words: readonly CommandWord[]): boolean {
  const texts = words.map(({ value }) => value);
  if (name === 'wc') return words.every(isOption);
  if (name === 'grep') return texts.slice(0, texts.findIndex(isOperandOfGrep)).some((text) => text.includes('c'));
  if (name === 'sed') return texts.join(' ') === '-n $=';
  return name === 'awk' && texts.length === 1 && /^END *\{ *print NR *\}$/.test(texts[0] as string);
}

/** Or an option that may be followed by one. */
function isOperandOfGrep(text: string): boolean {
  return !/^-[EFGPchinoqrsvwx]+$/.test(text);
}

/** They print variables. */
const LISTERS: ReadonlySet<string> = new Set(['printenv', 'env', 'export', 'declare', 'typeset', 'set']);

const SEARCHERS: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'pgrep']);

function isOption({ value }: CommandWord): boolean {
  return value.startsWith('-');
}

/** `grep --label=x` prints it, and `--group-separator`; an option may be inserted. */
function labelled<Item extends CommandWord>(words: readonly Item[], isReplaced: (word: Item) => boolean) {
  if (words.some(({ value }) => /^--(?:la|g)/.test(value))) return words;
  return words.filter((word) => isReplaced(word) && /^"?[$`]/.test(word.text));
}

function asItIs(text: string): string {
  return text;
}

/** The word that contains the program; null after an unknown option. */
function programOf(name: string, words: readonly CommandWord[]): CommandWord | undefined {
  const taking = PROGRAM_OPTIONS.get(name);
  if (taking === undefined) return undefined;
  let at = 0;
  for (let word = words[at]; word !== undefined && isOption(word); word = words[at]) {
    const operands = taking(word.text);
    if (operands === null) return undefined;
    at += 1 + operands;
  }
  return words[at];
}

/** How many words belong to an option beside itself; null if unknown. */
type Taking = (option: string) => number | null;

function awkOption(option: string): number | null {
  if (option === '-F' || option === '-v') return 1;
  return /^-F.|^-v\w+=/.test(option) ? 0 : null;
}

function jqOption(option: string): number | null {
  if (option === '--arg' || option === '--argjson') return 2;
  return /^-[rnescjS]+$|^--(?:raw-output|null-input|slurp|compact-output|exit-status)$/.test(option) ? 0 : null;
}

function perlOption(option: string): number | null {
  return /^-[nlp0]*e$/.test(option) ? 0 : null;
}

const PROGRAM_OPTIONS: ReadonlyMap<string, Taking> = new Map([
  ...['awk', 'gawk', 'mawk'].map((name): [string, Taking] => [name, awkOption]),
  ['jq', jqOption],
  ['perl', perlOption],
]);

/**
 * Of a program's text only its strings may be printed: outside of them, a dollar sign names a field or a variable, or ends a
 * regex. If it is unclear what is a string, everything stays.
 */
function withoutCode(text: string): string {
  if (/['`#]|<<|\\\(/.test(text) || (text.includes('"') && text.includes('/'))) return text;
  return text
    .split(/("(?:[^"\\]|\\[\s\S])*")/)
    .map((piece, place) => (place % 2 === 0 ? piece.replaceAll('$', '') : piece))
    .join('');
}

/** It has its own quotes: `q(x)`, `s{x}{y}`. */
function withoutPerl(text: string): string {
  return /\b(?:q[qwrx]?|s|y|tr)\b/.test(text) ? text : withoutCode(text);
}

/** `s/[0-9]*$/x/p` only prints `x` and its input. Only for scripts of such commands and plain ones. */
function withoutPatterns(text: string): string {
  if (!SED_SCRIPT.test(text)) return text;
  return [...text.matchAll(SED_COMMAND)].map(({ groups }) => groups?.printed ?? '').join('\n');
}

const CLASS = String.raw`\[\^?\]?(?:\[:\w+:\]|[^\]\[\n])*\]`;
const ADDRESS = String.raw`(?:\d+|\$|\/(?:\\.|${CLASS}|[^/\\\[\n])*\/)`;
const SUBSTITUTION = String.raw`s(?<end>[/|#,:@])(?:\\.|${CLASS}|(?!\k<end>)[^\\\[\n])*\k<end>(?<printed>(?:\\.|(?!\k<end>)[^\\\n])*)\k<end>[gpI0-9]*`;
const COMMAND = `(?:${ADDRESS}(?:,${ADDRESS})?!? *)?(?:${SUBSTITUTION}|[pdqPDNnhHgGx=])`;
const SED_SCRIPT = new RegExp(String.raw`^(?:[\s;{}]*${COMMAND} *(?=[;}\n]|$))+[\s;}]*$`);
const SED_COMMAND = new RegExp(COMMAND, 'g');
