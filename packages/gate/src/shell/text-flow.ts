import { composedText, FILE_NAMES, HOLE, type Text } from './composed-text.ts';
import type { Substitution } from './parse-command-line.ts';
import type { PrintedWord } from './printed-words.ts';

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

/** The names of files that the line may make. */
export const FILES: Place = FILE_NAMES;

/** What a built-in takes apart again as the elements of an array: `declare -a "a=($x)"`. */
export const REPARSED = 'the text of arrays';

/** The same, if the variable is an array. */
export function declaredValueOf(variable: string): Place {
  return `the declared value of ${variable}`;
}

export function wordsGivenTo(command: string): Place {
  return `the words of ${command}`;
}

/** What it prints, if it is a function. */
export function outputOf(command: string): Place {
  return `the output of ${command}`;
}

/**
 * Where the text of a line goes: into which variables, out of which others, through which commands. What arithmetic evaluates may
 * be put together out of pieces none of which looks like code: `x=[; y='$'; z="a$x$y(rm q)]"; echo $((z))`.
 */
export class TextFlow {
  readonly #sources = new Map<Place, Source[]>();
  #evaluatesAny = false;
  #hasPrinted = false;

  pour(text: Text, into: Place): void {
    this.#add({ text }, into);
  }

  lead(place: Place, into: Place): void {
    this.#add({ place }, into);
  }

  /** The same for what a program may make of its words. */
  pourPrinted({ text, read }: PrintedWord, into: Place): void {
    this.#add({ text, read }, into);
  }

  /** Something is evaluated, and nobody knows which variable it is taken from. */
  evaluateAny(): void {
    this.#evaluatesAny = true;
  }

  #add(source: Source, into: Place): void {
    if ('text' in source && source.read !== undefined) this.#hasPrinted = true;
    const sources = this.#sources.get(into);
    if (sources === undefined) this.#sources.set(into, [source]);
    else sources.push(source);
  }

  /** Every text of the line that may be part of what is evaluated; those that go straight there first. */
  *evaluatedTexts(): Generator<EvaluatedText> {
    if (!this.#evaluatesAny && !this.#sources.has(EVALUATED)) return;
    yield* this.#evaluated(false);
    if (this.#hasPrinted) yield* this.#evaluated(true);
  }

  *#evaluated(isPrinted: boolean): Generator<EvaluatedText> {
    const traced = new Set<Place>([EVALUATED, ANY_VARIABLE]);
    let takesAny = this.#evaluatesAny;
    for (const text of this.#textsIn(traced, { followsNames: true, isPrinted })) {
      takesAny ||= isPrinted ? isMadeUpName(text) : mayNameAny(text);
      yield { text, isTraced: true, isPrinted };
    }
    if (!takesAny) return;
    const others = new Set([...this.#sources.keys()].filter((place) => isVariable(place) && !traced.has(place)));
    for (const text of this.#textsIn(others, { followsNames: true, isPrinted })) {
      yield { text, isTraced: false, isPrinted };
    }
  }

  /** Every text of the line that may be part of what is taken apart again. `arrays`: the variables that are one. */
  reparsedTexts(arrays: Iterable<string>): Iterable<string> {
    const places = [REPARSED, ...[...arrays].map(declaredValueOf)].filter((place) => this.#sources.has(place));
    return places.length === 0 ? [] : this.#textsIn(new Set([...places, ANY_VARIABLE]), REPARSING);
  }

  /**
   * Their own texts, and those of all that leads into them: what is added on the way is come to later. `followsNames`: the name of
   * a variable stands for what it holds. `isPrinted`: also by way of what programs print.
   */
  *#textsIn(places: Set<Place>, { followsNames, isPrinted }: Tracing): Generator<string> {
    for (const place of places) {
      if (HOLDS_CODE.has(place)) yield '$[';
      for (const source of this.#sources.get(place) ?? []) {
        if ('place' in source) {
          places.add(source.place);
          continue;
        }
        if (source.read !== undefined && !isPrinted) continue;
        const { texts, variables, substitutions } = composedText(source.text);
        for (const substitution of substitutions) places.add(substitution);
        for (const variable of variables) places.add(isArgument(variable) ? ARGUMENTS : variable);
        for (const whole of texts) {
          const text = source.read?.(whole) ?? whole;
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
  /** It may get there only by way of what a program prints. */
  readonly isPrinted: boolean;
};

type Tracing = { readonly followsNames: boolean; readonly isPrinted: boolean };

const REPARSING: Tracing = { followsNames: false, isPrinted: true };

/** What is put in may be the name of a variable together with what stands beside it; but not behind the `10#` of a number. */
export function mayNameAny(text: string): boolean {
  return MADE_UP_NAME.test(text);
}

/** The same where it is all that is printed, or stands at the end of it. */
function isMadeUpName(text: string): boolean {
  return mayNameAny(text) && NAME_AT_END.test(text);
}

const NAME_AT_END = new RegExp(`(?:^|[=:\\s])[\\w${HOLE}]+$`);

type Source = { readonly text: Text; readonly read?: PrintedWord['read'] } | { readonly place: Place };

/** In these the shell keeps the line itself. */
const HOLDS_CODE: ReadonlySet<Place> = new Set(['BASH_COMMAND', 'BASH_EXECUTION_STRING']);

const MADE_UP_NAME = new RegExp(`\\w${HOLE}|${HOLE}[\\w${HOLE}]`);

function isVariable(place: Place): boolean {
  return typeof place === 'string' && !place.includes(' ');
}

function isArgument(variable: string): boolean {
  return /^(?:[@*]|\d+)$/.test(variable);
}
