/** The words of one simple command after quote removal, and whether each of them is what it says. */
export type SplitWords = { readonly words: readonly string[]; readonly literal: boolean };

/**
 * Splits as a shell would, as long as nothing is expanded; where something is, the words are an approximation that is good
 * enough to recognise a danger, and `literal` is false.
 */
export function splitWords(text: string): SplitWords {
  const words: string[] = [];
  let word: string | null = null;
  for (const [piece] of text.matchAll(PIECES)) {
    if (BLANK.test(piece)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + unquoted(piece);
    }
  }
  if (word !== null) words.push(word);
  return { words, literal: LITERAL.test(text) };
}

/** What a shell may expand: everything but what stands in single quotes. */
export function expandable(text: string): string {
  return text.replaceAll(PIECES, (piece) => (piece.length > 1 && piece.startsWith("'") ? "''" : piece));
}

const PIECES = /\s+|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\]+|['"\\]/g;

const BLANK = /^\s/;

function unquoted(piece: string): string {
  if (piece.length > 1 && piece.startsWith("'")) return piece.slice(1, -1);
  if (piece.length > 1 && piece.startsWith('"')) return piece.slice(1, -1).replaceAll(/\\([$`"\\])/g, '$1');
  if (piece.startsWith('\\')) return piece.slice(1);
  return piece;
}

/** Plain characters, and quotes with nothing in them that a shell expands; a tilde for home or in `HEAD~3`, a bracket alone. */
const LITERAL =
  /^(?:[\w@%+=:,./^-]|(?<![^\s])~(?=\/|\s|$)|(?<=[\w^])~|(?<![^\s])[[\]](?=\s|$)| |'[^'\n]*'|"[^"$`\\!\n]*")*$/;
