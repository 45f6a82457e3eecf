/** Replace what stands from `start` to `end`. */
export type Splice = { readonly start: number; readonly end: number; readonly text: string };

/** Splices must not overlap; two at the same place go in as they stand in the list. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const inOrder = splices.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of inOrder) {
    if (start < at) throw new Error(`splices overlap at ${start}`);
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}
