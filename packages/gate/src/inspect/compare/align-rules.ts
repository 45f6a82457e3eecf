import { formatPattern } from '../../pattern/format-pattern.ts';
import type { Rule } from '../../types/rule.ts';

/** Two lists of rules as one: a change removes some rules, adds some, and keeps the others in their order. */
export type AlignedRule = { readonly rule: Rule; readonly is: 'kept' | 'added' | 'removed' };

/** The list before merged with the list after. A rule that moves is removed and added. */
export function alignRules(before: readonly Rule[], after: readonly Rule[]): readonly AlignedRule[] {
  const old = before.map(keyOf);
  const now = after.map(keyOf);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++;
  const pairs = commonPairs(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const aligned: AlignedRule[] = after.slice(0, start).map(kept);
  let [at, to] = [start, start];
  for (const [left, right] of [...pairs, [old.length - end - start, now.length - end - start] as const]) {
    for (; at < start + left; at++) aligned.push({ rule: before[at] as Rule, is: 'removed' });
    for (; to < start + right; to++) aligned.push({ rule: after[to] as Rule, is: 'added' });
    if (at < old.length - end && to < now.length - end) aligned.push(kept(after[to] as Rule));
    at++;
    to++;
  }
  return [...aligned, ...after.slice(now.length - end).map(kept)];
}

function kept(rule: Rule): AlignedRule {
  return { rule, is: 'kept' };
}

/** Comments, reasons and positions in a file don't matter. */
function keyOf({ pattern, action, source }: Rule): string {
  return JSON.stringify([source.layer, action, formatPattern(pattern)]);
}

/** The longest run of equal keys in both lists. Lists that are too long to compare have none in common. */
function commonPairs(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  if (old.length * now.length > MAX_PAIRS) return [];
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let left = old.length - 1; left >= 0; left--) {
    for (let right = now.length - 1; right >= 0; right--) {
      lengths[left * width + right] =
        old[left] === now[right]
          ? (lengths[(left + 1) * width + right + 1] as number) + 1
          : Math.max(lengths[(left + 1) * width + right] as number, lengths[left * width + right + 1] as number);
    }
  }
  const pairs: [number, number][] = [];
  for (let left = 0, right = 0; left < old.length && right < now.length; ) {
    if (old[left] === now[right]) pairs.push([left++, right++]);
    else if ((lengths[(left + 1) * width + right] as number) >= (lengths[left * width + right + 1] as number)) left++;
    else right++;
  }
  return pairs;
}

const MAX_PAIRS = 16_000_000;
