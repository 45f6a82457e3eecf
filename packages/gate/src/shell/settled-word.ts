import { expandBraces, type WordPiece } from './expand-braces.ts';
import { valuesOf } from './expansion-values.ts';
import type { Told } from './known-values.ts';
import type { Word, WordPart } from './parse-command-line.ts';

/** What a word becomes as far as the line itself tells. */
export type SettledWord = {
  /** One for each value its variables may have; blank-separated where it becomes several words. */
  readonly texts: readonly string[];
  /** Nothing but an expansion whose value the line does not tell; taken as empty. */
  readonly isUnknown: boolean;
};

/** Braces expanded, variables replaced by what the line puts into them, every other expansion taken as empty. */
export function settleWord(
  word: Word,
  told: Told,
  { expandsBraces = true }: { readonly expandsBraces?: boolean } = {},
): SettledWord {
  const { parts } = word;
  const finish = expandsBraces ? expanded : joined;
  if (parts === undefined) return { texts: [finish(literal(word.text), told)], isUnknown: false };
  if (isUnknown(parts, told)) return UNKNOWN;
  const ways = waysOf(parts, told);
  const texts = new Set<string>();
  for (let way = 0; way < ways && told.spend(EACH + word.text.length); way++) {
    const text = finish(settleParts(parts, told, new Way(way)), told).trim();
    if (told.spend(text.length)) texts.add(text);
  }
  return { texts: texts.size === 0 ? [''] : [...texts], isUnknown: false };
}

const UNKNOWN: SettledWord = { texts: [''], isUnknown: true };

/** What one of the ways takes beside the text itself. */
const EACH = 64;

/** More than one value for more than one variable: every one goes with every other. */
function waysOf(parts: readonly WordPart[], told: Told): number {
  return parts.reduce((ways, part) => ways * waysOfPart(part, told), 1);
}

function waysOfPart(part: WordPart, told: Told): number {
  switch (part.type) {
    case 'DoubleQuoted':
    case 'LocaleString':
    case 'BraceExpansion':
      return waysOf(part.parts ?? [], told);
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
      return Math.max(1, valuesOf(part, told).length);
    default:
      return 1;
  }
}

/** One of the ways, as a number whose digits say which value each expansion takes. */
class Way {
  #rest: number;

  constructor(number: number) {
    this.#rest = number;
  }

  take(values: readonly string[]): string | undefined {
    if (values.length < 2) return values[0];
    const value = values[this.#rest % values.length];
    this.#rest = Math.floor(this.#rest / values.length);
    return value;
  }
}

/** `written`: an expansion whose value the line does not tell. */
type Piece = WordPiece & { readonly written?: string };

function joined(pieces: readonly Piece[]): string {
  return withDirectories(pieces)
    .map(({ text }) => text)
    .join('');
}

function expanded(pieces: readonly Piece[], told: Told): string {
  const { words, isPartial } = expandBraces(withDirectories(pieces), MOST_WORDS);
  if (isPartial) told.giveUp();
  return words.filter((text) => text !== '').join(' ');
}

const MOST_WORDS = 1024;

function withDirectories(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece, place) => (isDirectory(pieces, place) ? { ...piece, text: piece.written ?? '' } : piece));
}

/** In `$DIR/x` nobody means the `/x` that would be left of it. */
function isDirectory(pieces: readonly Piece[], place: number): boolean {
  return pieces[place]?.written !== undefined && pieces[place + 1]?.text.startsWith('/') === true;
}

function settleParts(parts: readonly WordPart[], told: Told, way: Way): readonly Piece[] {
  return parts.flatMap((part) => settlePart(part, told, way));
}

function settlePart(part: WordPart, told: Told, way: Way): readonly Piece[] {
  switch (part.type) {
    case 'Literal':
      return literal(part.text);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return quoted(part.value);
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.flatMap((inner) => settleQuoted(inner, told, way));
    case 'BraceExpansion':
      if (part.parts === undefined) return literal(part.text);
      return [...literal('{'), ...settleParts(part.parts, told, way), ...literal('}')];
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion': {
      const value = way.take(valuesOf(part, told));
      return value === undefined ? [{ text: '', isPlain: false, written: part.text }] : quoted(value);
    }
    case 'Glob':
    case 'ExtendedGlob':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
      return quoted(part.text);
  }
}

/** Between double quotes nothing is plain, and the escapes of a literal text are resolved in its `value`. */
function settleQuoted(part: WordPart, told: Told, way: Way): readonly Piece[] {
  if (part.type === 'Literal') return quoted(part.value);
  return settlePart(part, told, way).map((piece) => ({ ...piece, isPlain: false }));
}

/** As written, outside of quotes: a backslash takes the meaning of what follows. */
function literal(text: string): readonly WordPiece[] {
  if (!text.includes('\\')) return [{ text, isPlain: true }];
  return text.split(/(\\[\s\S])/).flatMap((piece) => {
    if (!piece.startsWith('\\') || piece.length === 1) return { text: piece, isPlain: true };
    return piece === '\\\n' ? [] : { text: piece.slice(1), isPlain: false };
  });
}

function quoted(text: string): readonly WordPiece[] {
  return [{ text, isPlain: false }];
}

function isUnknown(parts: readonly WordPart[], told: Told): boolean {
  return parts.length > 0 && parts.every((part) => isUnknownPart(part, told));
}

/** `$@` is empty to a line that is run as one. */
function isUnknownPart(part: WordPart, told: Told): boolean {
  switch (part.type) {
    case 'DoubleQuoted':
      return isUnknown(part.parts, told);
    case 'SimpleExpansion':
      return !/^\$[@*]$/.test(part.text) && valuesOf(part, told).length === 0;
    case 'ParameterExpansion':
      return valuesOf(part, told).length === 0;
    case 'CommandExpansion':
      return valuesOf(part, told).length === 0 && (part.script?.commands.length ?? 1) > 0;
    default:
      return false;
  }
}
