import { composedText, HOLE, type Text } from './composed-text.ts';
import type { Substitution } from './parse-command-line.ts';

/** A variable by its name, a substitution, or one of the places below. */
export type Place = string | Substitution;

/** What arithmetic, and the like, evaluates as code. */
export const EVALUATED = 'what is evaluated';
/** What a variable gets whose name is not known. */
export const ANY_VARIABLE = 'any variable';
/** `$1`, `$@` */
export const ARGUMENTS = 'the arguments';
/** What `read` reads, as far as the line tells. */
export const INPUT = 'the input';

/** What a built-in takes apart again as the elements of an array: `declare -a "a=($x)"`. */
export const REPARSED = 'the text of arrays';

/** The same, if the variable is an array. */
export function declaredValueOf(variable: string): Place {
  return `the declared value of ${variable}`;
}

export function wordsGivenTo(command: string): Place {
  return `the words of ${command}`;
}

/**
 * Where the text of a line goes: into which variables, out of which others, through which commands. What arithmetic evaluates may
 * be put together out of pieces none of which looks like code: `x=[; y='$'; z="a$x$y(rm q)]"; echo $((z))`.
 */
export class TextFlow {
  readonly #sources = new Map<Place, Source[]>();
  #evaluatesAny = false;

  pour(text: Text, into: Place): void {
    this.#add({ text }, into);
  }

  lead(place: Place, into: Place): void {
    this.#add({ place }, into);
  }

  /** Something is evaluated, and nobody knows which variable it is taken from. */
  evaluateAny(): void {
    this.#evaluatesAny = true;
  }

  #add(source: Source, into: Place): void {
    const sources = this.#sources.get(into);
    if (sources === undefined) this.#sources.set(into, [source]);
    else sources.push(source);
  }

  /** Every text of the line that may be part of what is evaluated. */
  *evaluatedTexts(): Generator<EvaluatedText> {
    if (!this.#evaluatesAny && !this.#sources.has(EVALUATED)) return;
    const traced = new Set<Place>([EVALUATED, ANY_VARIABLE]);
    let takesAny = this.#evaluatesAny;
    for (const text of this.#textsIn(traced, true)) {
      takesAny ||= mayNameAny(text);
      yield { text, isTraced: true };
    }
    if (!takesAny) return;
    const others = [...this.#sources.keys()].filter((place) => isVariable(place) && !traced.has(place));
    for (const text of this.#textsIn(new Set(others), true)) yield { text, isTraced: false };
  }

  /** Every text of the line that may be part of what is taken apart again. `arrays`: the variables that are one. */
  reparsedTexts(arrays: Iterable<string>): Iterable<string> {
    const places = [REPARSED, ...[...arrays].map(declaredValueOf)].filter((place) => this.#sources.has(place));
    return places.length === 0 ? [] : this.#textsIn(new Set([...places, ANY_VARIABLE]), false);
  }

  /**
   * Their own texts, and those of all that leads into them: what is added on the way is come to later. `followsNames`: the name of
   * a variable stands for what it holds.
   */
  *#textsIn(places: Set<Place>, followsNames: boolean): Generator<string> {
    for (const place of places) {
      if (HOLDS_CODE.has(place)) yield '$[';
      for (const source of this.#sources.get(place) ?? []) {
        if ('place' in source) {
          places.add(source.place);
          continue;
        }
        const { texts, variables, substitutions } = composedText(source.text);
        for (const substitution of substitutions) places.add(substitution);
        for (const variable of variables) places.add(isArgument(variable) ? ARGUMENTS : variable);
        for (const text of texts) {
          yield text;
          if (!followsNames) continue;
          for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) places.add(name);
        }
      }
    }
  }
}

/** `text`: with a `HOLE` for what is put into it. */
export type EvaluatedText = {
  readonly text: string;
  /** Not only taken in because the name of any variable may be evaluated. */
  readonly isTraced: boolean;
};

/** What is put in may be the name of a variable together with what stands beside it; but not behind the `10#` of a number. */
export function mayNameAny(text: string): boolean {
  return MADE_UP_NAME.test(text);
}

type Source = { readonly text: Text } | { readonly place: Place };

/** In these the shell keeps the line itself. */
const HOLDS_CODE: ReadonlySet<Place> = new Set(['BASH_COMMAND', 'BASH_EXECUTION_STRING']);

const MADE_UP_NAME = new RegExp(`\\w${HOLE}|${HOLE}[\\w${HOLE}]`);

function isVariable(place: Place): boolean {
  return typeof place === 'string' && !place.includes(' ');
}

function isArgument(variable: string): boolean {
  return /^(?:[@*]|\d+)$/.test(variable);
}
