/** `38%`; never 0% for a count above zero. */
export function percent(count: number, of: number): string {
  const share = (100 * count) / of;
  return share > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`;
}

/** At least one character for a count above zero. */
export function bar(count: number, of: number): string {
  return '█'.repeat(count === 0 ? 0 : Math.max(1, Math.round((LONGEST_BAR * count) / of)));
}

const LONGEST_BAR = 24;
