import { ALL_PLACES } from './places.ts';
import { ALL_SUBSTITUTIONS, FIRST_SUBSTITUTIONS, PROGRAMS } from './substitutions.ts';

const PROGRAM = 'pwn x';

/** Every place with a plain substitution. */
export function placeLines(): string[] {
  return unique(ALL_PLACES.flatMap((place) => filled(place, ['$(PROGRAM)'])));
}

/** Every place with a plain substitution and with a word of one other kind. The kinds take turns. */
export function quickLines(): string[] {
  const [plain, ...others] = FIRST_SUBSTITUTIONS as [string, ...string[]];
  return unique(ALL_PLACES.flatMap((place, index) => filled(place, [plain, others[index % others.length] as string])));
}

/** Every place with every word, and each spelling of the program where it is a command: every `step`-th line. */
export function allLines(first: number, step: number): string[] {
  const commands = ALL_PLACES.filter((place) => place.includes('PROGRAM'));
  const lines = unique([
    ...ALL_PLACES.flatMap((place) => filled(place, ALL_SUBSTITUTIONS)),
    ...[...commands, ...ALL_SUBSTITUTIONS.map((word) => `git ${word}`)].flatMap((place) =>
      PROGRAMS.map((program) => withProgram(place, program)),
    ),
  ]);
  return lines.filter((_, index) => index % step === first % step);
}

/** A place inside a place: every `step`-th pair, from the `first` on. */
export function nestedLines(first: number, step: number): string[] {
  const outer = ALL_PLACES.flatMap((place) =>
    place.includes('WORD') ? ['$(INNER)', '"`INNER`"', '<(INNER)'].map((word) => withWord(place, word)) : [],
  );
  const commands = ALL_PLACES.filter((place) => !place.includes('WORD')).map((place) =>
    place.replaceAll('PROGRAM', 'INNER'),
  );
  const outside = [...outer, ...commands];
  const inside = ALL_PLACES.flatMap((place) => filled(place, ['$(PROGRAM)']));
  const lines: string[] = [];
  for (let pair = first; pair < outside.length * inside.length; pair += step) {
    const around = outside[pair % outside.length] as string;
    lines.push(replaced(around, 'INNER', inside[Math.floor(pair / outside.length)] as string));
  }
  return unique(lines);
}

function filled(place: string, words: readonly string[]): string[] {
  if (!place.includes('WORD')) return [withProgram(place, PROGRAM)];
  return words.map((word) => withProgram(withWord(place, word), PROGRAM));
}

function withWord(place: string, word: string): string {
  return replaced(place, 'WORD', word);
}

function withProgram(place: string, program: string): string {
  return replaced(place, 'PROGRAM', program);
}

/** A `$` in the new text has no meaning here. */
function replaced(text: string, hole: string, by: string): string {
  return text.split(hole).join(by);
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
