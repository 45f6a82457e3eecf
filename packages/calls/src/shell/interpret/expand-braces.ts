/** A piece of a word; one that isn't plain is quoted or comes from an expansion, and is literal. */
export type WordPiece = { readonly text: string; readonly isPlain: boolean };

export type BracedWords = {
  readonly words: readonly string[];
  /** There are more words than this, or more braces than are examined. */
  readonly isPartial: boolean;
};

/** The words that bash makes from a word with braces; if there are more than `most`, the first ones. */
export function expandBraces(pieces: readonly WordPiece[], most: number): BracedWords {
  if (!pieces.some(({ text, isPlain }) => isPlain && text.includes('{')))
    return { words: [textOf(pieces)], isPartial: false };
  const braces = pieces.reduce((count, { text, isPlain }) => count + (isPlain ? text.split('{').length - 1 : 0), 0);
  const words = expand(pieces.flatMap(charactersOf), MAX_BRACES, most);
  return { words, isPartial: words.length >= most || braces > MAX_BRACES };
}

/** One character each. */
function charactersOf({ text, isPlain }: WordPiece): readonly WordPiece[] {
  return Array.from({ length: text.length }, (_, at) => ({ text: text.charAt(at), isPlain }));
}

function expand(word: readonly WordPiece[], braces: number, most: number): readonly string[] {
  let left = braces;
  for (let open = 0; open < word.length; open++) {
    if (!is(word[open], '{') || left-- <= 0) continue;
    const group = readGroup(word, open);
    if (group === null) continue;
    const before = textOf(word.slice(0, open));
    const ends = expand(word.slice(group.end), left, most);
    const words: string[] = [];
    for (const choice of group.choices) {
      for (const middle of expand(choice, left, most)) {
        for (const end of ends) if (words.length < most) words.push(before + middle + end);
      }
      if (words.length >= most) break;
    }
    return words;
  }
  return [textOf(word)];
}

/** Each one takes a pass over the word. */
const MAX_BRACES = 32;

type Group = { readonly choices: readonly (readonly WordPiece[])[]; readonly end: number };

/** Up to the first closing brace that makes it an expansion: with a comma before it, or around `a..c`. */
function readGroup(word: readonly WordPiece[], open: number): Group | null {
  const choices: (readonly WordPiece[])[] = [];
  let start = open + 1;
  let depth = 0;
  for (let at = start; at < word.length; at++) {
    const character = word[at];
    if (is(character, '{')) depth++;
    else if (depth > 0) depth -= is(character, '}') ? 1 : 0;
    else if (is(character, ',')) {
      choices.push(word.slice(start, at));
      start = at + 1;
    } else if (is(character, '}')) {
      if (choices.length > 0) return { choices: [...choices, word.slice(start, at)], end: at + 1 };
      const letters = readSequence(word.slice(start, at));
      if (letters !== null) return { choices: letters, end: at + 1 };
    }
  }
  return null;
}

/** `a..c`; a sequence of numbers spells nothing relevant. */
function readSequence(inside: readonly WordPiece[]): readonly (readonly WordPiece[])[] | null {
  const ends = inside.length === 4 ? /^([A-Za-z])\.\.([A-Za-z])$/.exec(textOf(inside)) : null;
  if (ends === null) return null;
  const [from, to] = [ends[1] as string, ends[2] as string].map((letter) => letter.charCodeAt(0)) as [number, number];
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => [
    { text: String.fromCharCode(from + index * step), isPlain: false },
  ]);
}

function is(character: WordPiece | undefined, wanted: string): boolean {
  return character?.isPlain === true && character.text === wanted;
}

function textOf(word: readonly WordPiece[]): string {
  return word.map(({ text }) => text).join('');
}
