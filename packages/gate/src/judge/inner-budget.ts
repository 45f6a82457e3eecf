import { WorkBudget } from '@caliban/calls/programs';

/** What one line may cost beyond its own analysis, in tenths of a microsecond: some hundredths of a second. */
const MAX_WORK = 500_000;

export const WORD_WORK = 10;
/** To look a file up by its links and in the rules. */
export const FILE_WORK = 300;
/** A character of code is analysed, and what it runs is judged. */
export const CODE_WORK = 10;

export function newInnerBudget(): WorkBudget {
  return new WorkBudget(MAX_WORK);
}

/** Every word is looked at a few times, and some of them by regexes. */
export function wordWork(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + WORD_WORK + (length >> 3), WORD_WORK);
}
