/** An argument list as a shell line that runs exactly that. */
export function commandText(words: readonly string[]): string {
  return words.map((word, index) => (isPlain(word, index) ? word : quoted(word))).join(' ');
}

/** Needs no quotes in any position. The first word could be an assignment or a keyword. */
function isPlain(word: string, index: number): boolean {
  return PLAIN.test(word) && (index > 0 || !(word.includes('=') || GRAMMAR.has(word)));
}

const PLAIN = /^[\w@%+=:,./-]+$/;

const GRAMMAR: ReadonlySet<string> = new Set([
  ...['case', 'coproc', 'do', 'done', 'elif', 'else', 'esac', 'fi', 'for', 'function', 'if', 'in'],
  ...['select', 'then', 'time', 'until', 'while'],
]);

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
