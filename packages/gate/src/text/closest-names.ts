import { editDistance } from './edit-distance.ts';

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
  return one !== '' && other.endsWith(one) ? 0 : editDistance(one, other);
}
