import { closestNames } from '@caliban/agent/internal/closest-names';

/** ` (did you mean \`x\`?)`, or nothing when no known word is near. */
export function didYouMean(written: string, known: readonly string[]): string {
  const [best] = closestNames(written, known, 1);
  return best === undefined ? '' : ` (did you mean \`${best}\`?)`;
}
