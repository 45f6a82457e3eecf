import { editDistance } from './edit-distance.ts';

/** ` (did you mean \`x\`?)`, or nothing when no known word is near: half its letters wrong, or `atMost` of them. */
export function didYouMean(
  word: string,
  known: readonly string[],
  { atMost = Number.POSITIVE_INFINITY }: { readonly atMost?: number } = {},
): string {
  if (word.length > LONGEST_WORD) return '';
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.min(atMost, Math.max(1, Math.floor(candidate.length / 2))))
    .sort((one, other) => one.distance - other.distance);
  return best === undefined ? '' : ` (did you mean \`${best.candidate}\`?)`;
}

/** Nobody mistypes a word of this length for one of ours. */
const LONGEST_WORD = 64;
