import type { PathToken } from '../types/glob.ts';
import { fail, ok, type Result } from '../types/result.ts';

/** One element of a path glob before braces are expanded. */
export type GlobCharacter = {
  readonly token: PathToken | 'slash' | 'open' | 'comma' | 'close';
  readonly offset: number;
};

/** `{a,b}` anywhere, nested: all variants of the glob without braces. */
export function expandBraces(
  characters: readonly GlobCharacter[],
): Result<GlobCharacter[][], { message: string; offset: number }> {
  const problem = braceProblem(characters);
  if (problem !== null) return fail(problem);

  const around: Group[] = [];
  let group: Group = { choices: [], readings: [[]] };
  for (const character of characters) {
    if (character.token === 'open') {
      around.push(group);
      group = { choices: [], readings: [[]] };
    } else if (character.token === 'close') {
      const choices = [...group.choices, ...group.readings];
      group = around.pop() as Group;
      group.readings = followedBy(group.readings, choices);
    } else if (character.token === 'comma' && around.length > 0) {
      group.choices.push(...group.readings);
      group.readings = [[]];
    } else {
      for (const reading of group.readings) reading.push(character);
    }
  }
  return ok(group.readings);
}

/** The content of a pair of braces, or the whole glob. */
type Group = {
  /** Before the last comma. */
  readonly choices: GlobCharacter[][];
  /** Since the last comma. */
  readings: GlobCharacter[][];
};

function followedBy(readings: GlobCharacter[][], choices: readonly GlobCharacter[][]): GlobCharacter[][] {
  const [only] = choices as [GlobCharacter[]];
  if (choices.length > 1) return readings.flatMap((start) => choices.map((end) => [...start, ...end]));
  // In place: there may be thousands of `{a}`, and only groups that multiply the variants may copy them.
  for (const reading of readings) for (const character of only) reading.push(character);
  return readings;
}

/** Finds brace errors in one pass, before anything is expanded: the glob may have been written to take long. */
export function braceProblem(characters: readonly GlobCharacter[]): { message: string; offset: number } | null {
  const around: Extent[] = [];
  const opened: number[] = [];
  let extent = new Extent();
  for (const { token, offset } of characters) {
    if (token === 'open') {
      if (opened.length === MAX_BRACE_DEPTH) return { message: TOO_DEEP, offset };
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

const MAX_BRACE_DEPTH = 32;
const MAX_ALTERNATIVES = 1024;
const MAX_CHARACTERS = 65_536;

const TOO_DEEP = `braces stand more than ${MAX_BRACE_DEPTH} deep; write the alternatives side by side: \`{a,b,c}\``;

function tooMuch({ count, characters }: Extent): string | null {
  if (count > MAX_ALTERNATIVES) return `the braces stand for more than ${MAX_ALTERNATIVES} paths; split it`;
  if (characters <= MAX_CHARACTERS) return null;
  return `the braces stand for paths of more than ${MAX_CHARACTERS} characters together; split it`;
}

function firstBrace(characters: readonly GlobCharacter[]): number {
  return characters.find(({ token }) => token === 'open')?.offset ?? 0;
}

/** The size of a group of alternatives when it is expanded. Far beyond every limit the numbers are no longer exact. */
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
