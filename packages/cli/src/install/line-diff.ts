/** The lines of two texts: ` ` in both, `-` in the first alone, `+` in the second alone; far from any difference they are left out. */
export function lineDiff(before: string, after: string, context = 2): readonly string[] {
  const [old, young] = [linesOf(before), linesOf(after)];
  const marked = markLines(old, young);
  const isNear = marked.map((_, index) =>
    marked.slice(Math.max(0, index - context), index + context + 1).some(isChange),
  );
  return marked.flatMap((line, index) => {
    if (isNear[index]) return [line];
    return index > 0 && isNear[index - 1] && isNear.includes(true, index) ? ['…'] : [];
  });
}

function isChange(line: string): boolean {
  return !line.startsWith(' ');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** What stands in both, in order and as much of it as there is, stays. */
function markLines(old: readonly string[], young: readonly string[]): readonly string[] {
  const shared = sharedCounts(old, young);
  const marked: string[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < young.length) {
    if (at < old.length && to < young.length && old[at] === young[to]) {
      marked.push(`  ${old[at++]}`);
      to++;
    } else if (to === young.length || (at < old.length && count(shared, at + 1, to) >= count(shared, at, to + 1))) {
      marked.push(`- ${old[at++]}`);
    } else marked.push(`+ ${young[to++]}`);
  }
  return marked;
}

/** How many lines two ends share. Beyond a size nobody reads, nothing is compared. */
function sharedCounts(old: readonly string[], young: readonly string[]): readonly Uint32Array[] {
  if (old.length * young.length > 4_000_000) return [];
  const counts = Array.from({ length: old.length + 1 }, () => new Uint32Array(young.length + 1));
  for (let at = old.length - 1; at >= 0; at--) {
    for (let to = young.length - 1; to >= 0; to--) {
      const longest = Math.max(count(counts, at + 1, to), count(counts, at, to + 1));
      (counts[at] as Uint32Array)[to] = old[at] === young[to] ? count(counts, at + 1, to + 1) + 1 : longest;
    }
  }
  return counts;
}

function count(counts: readonly Uint32Array[], at: number, to: number): number {
  return counts[at]?.[to] ?? 0;
}
