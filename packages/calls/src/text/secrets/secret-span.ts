/** Where a secret stands in a text. `keep` is its public beginning, which may stay readable: `ghp_`. */
export type SecretSpan = { readonly start: number; readonly end: number; readonly keep: string };

/** In order, none overlapping another; of two that start together the one that keeps something readable names it. */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const merged: SecretSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.keep.length - a.keep.length)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

export const NO_SECRETS: readonly SecretSpan[] = [];
