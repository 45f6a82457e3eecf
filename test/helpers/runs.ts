/**
 * How many examples a property is tried with: a quarter of them in `npm test`, all of them in `npm run test:slow`, which runs every file that
 * imports this again.
 */
export function runs(all: number): number {
  return process.env.CALIBAN_EXAMPLES === 'all' ? all : Math.ceil(all / 4);
}
