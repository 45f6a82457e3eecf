import { WorkBudget } from '@caliban/calls/programs';

/** What one line may cost beyond its own analysis, in tenths of a microsecond: some hundredths of a second. */
const MAX_WORK = 500_000;

export const WORD_WORK = 10;
/** For resolving a file's symlinks and looking it up in the rules. */
export const FILE_WORK = 300;
/** For analysing a character of code and judging what it runs. */
export const CODE_WORK = 10;

export function newInnerBudget(): WorkBudget {
  return new WorkBudget(MAX_WORK);
}

/** Every word is scanned a few times, sometimes by regexes. */
export function wordWork(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + WORD_WORK + (length >> 3), WORD_WORK);
}
