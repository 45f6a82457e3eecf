import { formatPattern, parsePattern, type Rule } from '@caliban/gate';
import type { WrittenRule } from '@caliban/storage';
import { isSamePattern, type RuleEdit } from '@caliban/storage/rules';

export type PlacedRules = {
  readonly edits: readonly RuleEdit[];
  /** The added rules, in order. */
  readonly added: readonly WrittenRule[];
};

/**
 * Adds missing rules to a file. An existing pattern keeps its action. New rules up to the first wide allow go above the file's
 * first wide allow, so that it doesn't open what they close; the rest goes to the end, above rules that settle a whole tool.
 */
export function placeRules(known: readonly Rule[], wanted: readonly WrittenRule[]): PlacedRules {
  const missing = wanted.filter(({ pattern }, index) => !isThere(pattern, known, wanted.slice(0, index)));
  const first = missing.findIndex(isWideAllow);
  const split = first === -1 ? missing.length : first;
  const [head, tail] = [missing.slice(0, split), missing.slice(split)];
  const bottom = known.findLastIndex((rule) => !settlesTool(rule)) + 1;
  const wide = known.findIndex(({ action, pattern }) => isWideAllow({ action, pattern: formatPattern(pattern) }));
  const top = wide === -1 ? bottom : wide;
  const end = Math.max(bottom, top);
  return {
    edits: [
      ...(head.length === 0 ? [] : [{ kind: 'insert', at: top, rules: head } as const]),
      ...(tail.length === 0 ? [] : [{ kind: 'insert', at: end + head.length, rules: tail } as const]),
    ],
    added: missing,
  };
}

/** The rules of the file after the edits. */
export function editedRules<Known>(
  known: readonly Known[],
  { edits }: PlacedRules,
  made: (rule: WrittenRule) => Known,
): readonly Known[] {
  const rules = [...known];
  for (const edit of edits) if (edit.kind === 'insert') rules.splice(edit.at, 0, ...edit.rules.map(made));
  return rules;
}

function isThere(pattern: string, known: readonly Rule[], before: readonly WrittenRule[]): boolean {
  const parsed = parsePattern(pattern);
  return (
    (parsed.ok && known.some((rule) => isSamePattern(rule.pattern, parsed.value))) ||
    before.some((rule) => rule.pattern === pattern)
  );
}

/** A single exact command is narrow; a pattern with a star, a class or files is wide. */
export function isWideAllow({ action, pattern }: Pick<WrittenRule, 'action' | 'pattern'>): boolean {
  return action === 'allow' && !/^Bash[(:][^*?{[~@]+$/.test(pattern);
}

/** `*` or `Bash` at the end of a file: nothing below it is ever tried. */
function settlesTool({ action, pattern }: Rule): boolean {
  return action !== 'allow' && /^[\w*|-]+$/.test(formatPattern(pattern));
}
