/** ` (did you mean \`x\`?)`, or nothing when no known word is near. */
export function closest(word: string, known: readonly string[]): string {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 2)))
    .sort((one, other) => one.distance - other.distance);
  return best === undefined ? '' : ` (did you mean \`${best.candidate}\`?)`;
}

function editDistance(one: string, other: string): number {
  if (one.length > 64) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const change = (previous[column - 1] as number) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    previous = current;
  }
  return previous[other.length] as number;
}
