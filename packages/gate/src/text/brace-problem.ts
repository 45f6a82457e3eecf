import type { GlobCharacter } from './braces.ts';

/** What is wrong with the braces, told in one pass and before any is expanded: whoever wrote the glob may want it to take long. */
export function braceProblem(characters: readonly GlobCharacter[]): { message: string; offset: number } | null {
  const around: Extent[] = [];
  const opened: number[] = [];
  let extent = new Extent();
  for (const { token, offset } of characters) {
    if (token === 'open') {
      if (opened.length === DEEPEST_BRACES) return { message: TOO_DEEP, offset };
      opened.push(offset);
      around.push(extent);
      extent = new Extent();
    } else if (token === 'close') {
      const outer = around.pop();
      opened.pop();
      if (outer === undefined) {
        return { message: '`}` was never opened; write `\\}` for the character itself', offset };
      }
      outer.multiply(extent);
      extent = outer;
    } else if (token === 'comma' && around.length > 0) {
      extent.startChoice();
    } else {
      extent.lengthen();
    }
  }
  const [unclosed] = opened;
  if (unclosed !== undefined) {
    return { message: '`{` is never closed; write `\\{` for the character itself', offset: unclosed };
  }
  const message = tooMuch(extent);
  return message === null ? null : { message, offset: firstBrace(characters) };
}

const DEEPEST_BRACES = 32;
const MOST_ALTERNATIVES = 1024;
const MOST_CHARACTERS = 65_536;

const TOO_DEEP = `braces stand more than ${DEEPEST_BRACES} deep; write the alternatives side by side: \`{a,b,c}\``;

function tooMuch({ count, characters }: Extent): string | null {
  if (count > MOST_ALTERNATIVES) return `the braces stand for more than ${MOST_ALTERNATIVES} paths; split it`;
  if (characters <= MOST_CHARACTERS) return null;
  return `the braces stand for paths of more than ${MOST_CHARACTERS} characters together; split it`;
}

function firstBrace(characters: readonly GlobCharacter[]): number {
  return characters.find(({ token }) => token === 'open')?.offset ?? 0;
}

/** How much a group of alternatives comes to when it is written out. Far beyond every limit these are no longer exact. */
class Extent {
  #finished = { count: 0, characters: 0 };
  #count = 1;
  #characters = 0;

  get count(): number {
    return this.#finished.count + this.#count;
  }

  get characters(): number {
    return this.#finished.characters + this.#characters;
  }

  lengthen(): void {
    this.#characters += this.#count;
  }

  startChoice(): void {
    this.#finished = { count: this.count, characters: this.characters };
    this.#count = 1;
    this.#characters = 0;
  }

  multiply({ count, characters }: Extent): void {
    this.#characters = Math.min(this.#characters * count + this.#count * characters, Number.MAX_SAFE_INTEGER);
    this.#count = Math.min(this.#count * count, Number.MAX_SAFE_INTEGER);
  }
}
