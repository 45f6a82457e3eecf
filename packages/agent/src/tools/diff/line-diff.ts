/** A place where `removed` lines of the old text made way for `added` lines of the new one. */
export type Change = {
  readonly oldStart: number;
  readonly newStart: number;
  readonly removed: number;
  readonly added: number;
};

/**
 * The places where two lists of lines differ, in order: a shortest edit (Myers) while that is cheap; where the texts have
 * little in common, one change for all of it.
 */
export function lineChanges(before: readonly string[], after: readonly string[]): readonly Change[] {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const removed = before.length - start - end;
  const added = after.length - start - end;
  if (removed === 0 && added === 0) return [];
  const whole: Change = { oldStart: start, newStart: start, removed, added };
  if (removed === 0 || added === 0) return [whole];
  const trace = shortestEdit(before.slice(start, start + removed), after.slice(start, start + added));
  return trace === null ? [whole] : changesOf(trace, { start, removed, added });
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same++;
  return same;
}

function commonEnd(before: readonly string[], after: readonly string[], start: number): number {
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return same;
}

/** More edits than this are not looked for one by one: time and memory grow with their square. */
const MOST_EDITS = 1000;

/** For each number of edits, how far each diagonal reaches; null when the texts are too far apart. */
function shortestEdit(before: readonly string[], after: readonly string[]): Int32Array[] | null {
  const most = Math.min(before.length + after.length, MOST_EDITS);
  const trace: Int32Array[] = [];
  let reach = new Int32Array(0);
  for (let edits = 0; edits <= most; edits++) {
    const next = new Int32Array(2 * edits + 1);
    for (let k = -edits; k <= edits; k += 2) {
      let x = edits === 0 ? 0 : stepFrom(reach, edits - 1, k);
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      next[k + edits] = x;
      if (x >= before.length && x - k >= after.length) {
        trace.push(next);
        return trace;
      }
    }
    trace.push(next);
    reach = next;
  }
  return null;
}

/** Where diagonal `k` starts after one more edit: down from `k + 1`, or right from `k - 1`. */
function stepFrom(reach: Int32Array, edits: number, k: number): number {
  return isDown(reach, edits, k) ? reached(reach, edits, k + 1) : reached(reach, edits, k - 1) + 1;
}

function isDown(reach: Int32Array, edits: number, k: number): boolean {
  return k === -edits - 1 || (k !== edits + 1 && reached(reach, edits, k - 1) < reached(reach, edits, k + 1));
}

/** Diagonal k stands at index k + edits. */
function reached(reach: Int32Array, edits: number, k: number): number {
  return reach[k + edits] ?? -1;
}

/** Walks back from the end, and glues edits that touch. */
function changesOf(
  trace: readonly Int32Array[],
  { start, removed, added }: { start: number; removed: number; added: number },
): readonly Change[] {
  const changes: Change[] = [];
  let [x, y] = [removed, added];
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const reach = trace[edits - 1] as Int32Array;
    const down = isDown(reach, edits - 1, x - y);
    const fromX = stepFrom(reach, edits - 1, x - y) - (down ? 0 : 1);
    const fromY = down ? fromX - (x - y + 1) : fromX - (x - y - 1);
    const next = changes.at(-1);
    const edit: Change = {
      oldStart: start + fromX,
      newStart: start + fromY,
      removed: down ? 0 : 1,
      added: down ? 1 : 0,
    };
    if (next !== undefined && touches(edit, next)) {
      changes[changes.length - 1] = { ...edit, removed: edit.removed + next.removed, added: edit.added + next.added };
    } else {
      changes.push(edit);
    }
    [x, y] = [fromX, fromY];
  }
  return changes.reverse();
}

function touches(edit: Change, next: Change): boolean {
  return edit.oldStart + edit.removed === next.oldStart && edit.newStart + edit.added === next.newStart;
}
