/** A word as the shell takes it: quotes gone, and with them what tells a pattern for the shell from a text for the program. */
export type WrittenWord = {
  readonly value: string;
  /** The shell puts something else in its place. */
  readonly isOpen: boolean;
};

/** The words of a simple command; none where only a grammar could tell which quote ends which. */
export function writtenWords(written: string): readonly WrittenWord[] {
  if (written.includes('\\\n')) return [];
  const words: WrittenWord[] = [];
  let value = '';
  let isOpen = false;
  for (const [token] of `${written} `.matchAll(TOKEN)) {
    const [first] = token;
    if (/^\s/.test(token)) {
      if (value !== '') words.push({ value, isOpen });
      value = '';
      isOpen = false;
    } else if (first === "'" && token.length > 1) {
      value += token.slice(1, -1);
    } else if (first === '\\') {
      value += token.slice(1);
    } else if (token === '"' || token === "'" || NESTS.test(token.replace(/\\./gs, ''))) {
      return [];
    } else if (first === '"') {
      value += token.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
    } else {
      if (token.includes('(')) return [];
      value += token;
      isOpen ||= /[*?[{$]/.test(token);
    }
  }
  return words;
}

const TOKEN = /'[^']*'|"[^"\\]*(?:\\.[^"\\]*)*"|\\.|\s+|[^\s'"\\]+|./gs;

/** Quotes may stand inside these, or mean something else behind them. */
const NESTS = /`|\$(?:\(|\{\w*[^\w}]|$)/;

/** The words, as blanks divide them, without those that stand in quotes; an operand that is one path stays. */
export function withoutQuoted(words: readonly string[], written: readonly WrittenWord[]): readonly string[] {
  const quoted = new Map<string, number>();
  for (const [at, { value, isOpen }] of written.entries()) {
    const isPath = value.includes('/') && !/\s/.test(value) && !written[at - 1]?.value.startsWith('-');
    for (const part of isOpen || isPath ? [] : value.split(/\s+/)) quoted.set(part, (quoted.get(part) ?? 0) + 1);
  }
  return words.filter((word) => {
    const left = quoted.get(word) ?? 0;
    if (left > 0) quoted.set(word, left - 1);
    return left === 0;
  });
}

/** The command without the sentences it is given as a title, a message or the name of a test. */
export function withoutSentences(text: string, written: readonly WrittenWord[]): string {
  if (!TAKES_SENTENCES.has(written[0]?.value ?? '')) return text;
  return written.reduce((rest, { value, isOpen }, at) => {
    if (isOpen || !/\s/.test(value)) return rest;
    const option = written[at - 1]?.value ?? '';
    if (SENTENCE_OPTION.test(option)) return rest.replace(`${option} ${value}`, () => option);
    return SENTENCE_OPTION.test(value.slice(0, value.indexOf('='))) ? rest.replace(value, '') : rest;
  }, text);
}

const TAKES_SENTENCES: ReadonlySet<string> = new Set([
  ...['npx', 'npm', 'pnpm', 'yarn', 'bun', 'bunx', 'node', 'vitest', 'jest', 'mocha', 'playwright'],
  ...['gh', 'glab', 'git'],
]);

const SENTENCE_OPTION = /^(?:-[tm]|--(?:title|body|message|notes|description|grep|test-?[nN]ame-?[pP]attern))$/;
