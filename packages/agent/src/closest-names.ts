/** The known names that look most like the wrong one, best first. */
export function closestNames(wrong: string, known: readonly string[], most = 3): readonly string[] {
  const wanted = plain(wrong);
  return known
    .map((name) => ({ name, distance: distanceBetween(wanted, plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Models mix up case and separators more than letters. */
function plain(name: string): string {
  return name
    .slice(0, 80)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

function distanceBetween(one: string, other: string): number {
  if (one !== '' && other.endsWith(one)) return 0;
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (previous[column - 1] as number) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    previous = current;
  }
  return previous[other.length] as number;
}
