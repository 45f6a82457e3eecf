/** Where a secret is in a text. `keep` is its public prefix, which may stay readable: `ghp_`. */
export type SecretSpan = { readonly start: number; readonly end: number; readonly keep: string };

/** In order, without overlaps; of two with the same start, the one with a readable prefix names it. */
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
