/** The part of regular expressions that may have an equivalent glob. */
export type RegexNode =
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'any' }
  /** One of these; null if there are too many to list. */
  | { readonly kind: 'one-of'; readonly characters: readonly string[] | null }
  | { readonly kind: 'blank' | 'boundary' | 'start' | 'end' | 'look-around' }
  | { readonly kind: 'choice'; readonly options: readonly RegexSequence[] }
  | { readonly kind: 'repeat'; readonly of: RegexNode; readonly least: number; readonly most: number };

export type RegexSequence = readonly RegexNode[];

const MAX_LENGTH = 2048;
const MAX_DEPTH = 30;
const MAX_IN_CLASS = 16;

/** Null if it isn't a regular expression, or contains something that no glob approximates. */
export function parseRegex(text: string): readonly RegexSequence[] | null {
  if (text.length > MAX_LENGTH) return null;
  const parser = new Parser(text);
  const options = parser.options(0);
  return parser.atEnd() ? options : null;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    return this.#at === this.#text.length;
  }

  options(depth: number): readonly RegexSequence[] | null {
    const options: RegexSequence[] = [];
    if (depth > MAX_DEPTH) return null;
    do {
      const sequence = this.#sequence(depth);
      if (sequence === null) return null;
      options.push(sequence);
    } while (this.#takes('|'));
    return options;
  }

  #sequence(depth: number): RegexSequence | null {
    const sequence: RegexNode[] = [];
    while (!this.atEnd() && !'|)'.includes(this.#text[this.#at] as string)) {
      const node = this.#node(depth);
      const repeated = node === null ? null : this.#repeated(node);
      if (repeated === null) return null;
      sequence.push(repeated);
    }
    return sequence;
  }

  #node(depth: number): RegexNode | null {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) as number);
    this.#at += character.length;
    switch (character) {
      case '.':
        return { kind: 'any' };
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'end' };
      case '(':
        return this.#group(depth);
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        return null;
      default:
        return { kind: 'character', text: character };
    }
  }

  #group(depth: number): RegexNode | null {
    const opening = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.#text.slice(this.#at, this.#at + 64))?.[0] ?? '';
    if (opening === '' && this.#text[this.#at] === '?') return null;
    this.#at += opening.length;
    const options = this.options(depth + 1);
    if (options === null || !this.#takes(')')) return null;
    return /[=!]$/.test(opening) ? { kind: 'look-around' } : { kind: 'choice', options };
  }

  #class(): RegexNode | null {
    const start = this.#at;
    let end = start;
    while (this.#text[end] !== ']') {
      if (end >= this.#text.length) return null;
      end += this.#text[end] === '\\' ? 2 : 1;
    }
    this.#at = end + 1;
    return { kind: 'one-of', characters: classCharacters(this.#text.slice(start, end)) };
  }

  #escape(): RegexNode | null {
    const letter = this.#text[this.#at];
    if (letter === undefined) return null;
    this.#at++;
    if (letter === 's') return { kind: 'blank' };
    if (letter === 'b') return { kind: 'boundary' };
    if (letter === 'd') return { kind: 'one-of', characters: [...'0123456789'] };
    if ('wWSD'.includes(letter)) return { kind: 'one-of', characters: null };
    // Back references, code points, properties.
    return /[A-Za-z0-9]/.test(letter) ? null : { kind: 'character', text: letter };
  }

  #repeated(node: RegexNode): RegexNode | null {
    COUNT.lastIndex = this.#at;
    const [count, sign, least, comma, most] = COUNT.exec(this.#text) ?? [''];
    if (count === '') return node;
    this.#at += count.length;
    if (sign === '*') return { kind: 'repeat', of: node, least: 0, most: Number.POSITIVE_INFINITY };
    if (sign === '+') return { kind: 'repeat', of: node, least: 1, most: Number.POSITIVE_INFINITY };
    if (sign === '?') return { kind: 'repeat', of: node, least: 0, most: 1 };
    const open = most === undefined || most === '' ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: 'repeat', of: node, least: Number(least), most: comma === undefined ? Number(least) : open };
  }

  #takes(mark: string): boolean {
    if (this.#text[this.#at] !== mark) return false;
    this.#at++;
    return true;
  }
}

const COUNT = /(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/y;

/** The characters of a class that names a few of them. */
function classCharacters(inside: string): readonly string[] | null {
  if (inside.startsWith('^') || /\\[A-Za-z0-9]/.test(inside.replaceAll('\\d', '0-9'))) return null;
  const characters: string[] = [];
  for (const [, escaped, plain, last] of inside.replaceAll('\\d', '0-9').matchAll(/\\(.)|(.)(?:-([^\]\\]))?/gsu)) {
    const first = escaped ?? (plain as string);
    const [from, to] = [first.codePointAt(0) as number, (last ?? first).codePointAt(0) as number];
    if (to - from >= MAX_IN_CLASS || characters.length >= MAX_IN_CLASS) return null;
    for (let code = from; code <= to; code++) characters.push(String.fromCodePoint(code));
  }
  return characters.length > 0 && characters.length <= MAX_IN_CLASS ? characters : null;
}
