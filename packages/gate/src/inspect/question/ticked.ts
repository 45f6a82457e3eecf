import type { Part } from '../../types/verdict.ts';

export function isWholeLine({ part }: { readonly part: Part | undefined }): boolean {
  return part?.kind === 'line';
}

/** A rule that "always" may keep: for a part of the call, or for exactly this line. */
type Tickable = { readonly isTicked: boolean };

/** With a tick at `at`. The line as a whole and its parts exclude each other. Also runs in the browser. */
export function withTick<Entry extends Tickable>(
  entries: readonly Entry[],
  at: number,
  isLine: (entry: Entry) => boolean,
): readonly Entry[] {
  const ticked = entries[at];
  if (ticked === undefined) return entries;
  return entries.map((entry, index) => ({
    ...entry,
    isTicked: index === at || (entry.isTicked && isLine(entry) === isLine(ticked)),
  }));
}

export function withoutTick<Entry extends Tickable>(entries: readonly Entry[], at: number): readonly Entry[] {
  return entries.map((entry, index) => ({ ...entry, isTicked: index !== at && entry.isTicked }));
}
