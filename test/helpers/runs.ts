const RUNS_ALL = process.env.CALIBAN_EXAMPLES === 'all';

/**
 * How many examples a property is tried with: a quarter of them in `npm test`, all of them in `npm run test:slow`, which runs every file that
 * imports this again.
 */
export function runs(all: number): number {
  return RUNS_ALL ? all : Math.ceil(all / 4);
}

/** The same for the rows of a table: every third in `npm test`. */
export function rows<T>(all: readonly T[]): readonly T[] {
  return RUNS_ALL ? all : all.filter((_, index) => index % 3 === 0);
}
