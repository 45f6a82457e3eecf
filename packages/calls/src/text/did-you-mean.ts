/** ` (did you mean \`x\`?)`, or nothing if no known word is near: half its letters wrong, or `atMost` of them. */
export function didYouMean(
  word: string,
  known: readonly string[],
  { atMost = Number.POSITIVE_INFINITY }: { readonly atMost?: number } = {},
): string {
  if (word.length > MAX_WORD_LENGTH) return '';
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.min(atMost, Math.max(1, Math.floor(candidate.length / 2))))
    .sort((one, other) => one.distance - other.distance);
  return best === undefined ? '' : ` (did you mean \`${best.candidate}\`?)`;
}

/** No one mistypes one of our words as a word of this length. */
const MAX_WORD_LENGTH = 64;

/** The known names most similar to the wrong one, best first. */
export function closestNames(wrong: string, known: readonly string[], most = 3): readonly string[] {
  const wanted = plain(wrong);
  return known
    .map((name) => ({ name, distance: distanceBetween(wanted, plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Models confuse case and separators more often than letters. */
function plain(name: string): string {
  return name
    .slice(0, 80)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

function distanceBetween(one: string, other: string): number {
  return one !== '' && other.endsWith(one) ? 0 : editDistance(one, other);
}

/**
 * The number of letters to change, insert, delete, or swap with their neighbour. Takes time proportional to the product of the
 * lengths.
 */
export function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
