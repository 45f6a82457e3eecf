/**
 * Non-overlapping occurrences from left to right, at most `most`. Linear time (Knuth, Morris, Pratt): `indexOf` takes minutes for
 * some texts, and the model chooses them.
 */
export function findOccurrences(text: string, sought: string, { most }: { most: number }): readonly number[] {
  if (sought.length > text.length) return [];
  const places: number[] = [];
  const shorter = shorterStarts(sought);
  let matched = 0;
  for (let at = 0; at < text.length && places.length < most; at++) {
    matched = extended(matched, { by: text.charCodeAt(at), sought, shorter });
    if (matched < sought.length) continue;
    places.push(at + 1 - matched);
    matched = 0;
  }
  return places;
}

/** The prefix function: for each prefix, the length of its longest proper prefix that is also a suffix of it. */
function shorterStarts(sought: string): Int32Array {
  const shorter = new Int32Array(sought.length);
  let matched = 0;
  for (let at = 1; at < sought.length; at++) {
    matched = extended(matched, { by: sought.charCodeAt(at), sought, shorter });
    shorter[at] = matched;
  }
  return shorter;
}

type Step = { readonly by: number; readonly sought: string; readonly shorter: Int32Array };

function extended(matched: number, { by, sought, shorter }: Step): number {
  let length = matched;
  while (length > 0 && sought.charCodeAt(length) !== by) length = shorter[length - 1] as number;
  return sought.charCodeAt(length) === by ? length + 1 : length;
}
