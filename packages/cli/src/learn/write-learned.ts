import { plural } from '@caliban/calls/text';
import { ok } from '@caliban/calls/types';
import { parsePattern } from '@caliban/gate';
import type { LearnedRule } from '@caliban/gate/learn';
import type { LayerFiles, Locations, RuleChange, WrittenRule } from '@caliban/storage';
import { splitByteOrderMark } from '@caliban/storage/documents';
import { readTextFile } from '@caliban/storage/files';
import { editLoaded, loadText, patternKey, rewriteRules } from '@caliban/storage/rules';
import { lineDiff } from '../install/line-diff.ts';
import { keepTrust } from '../rules/keep-trust.ts';
import { changeError } from '../rules/writing.ts';

export type LearnTarget = { readonly target: LayerFiles; readonly locations: Locations };

/** All rules in one write, after the existing ones. */
export async function writeLearned(
  rules: readonly LearnedRule[],
  { target, locations }: LearnTarget,
): Promise<RuleChange> {
  const allows = rules.filter(({ action }) => action === 'allow').length;
  const write = () =>
    rewriteRules(target, { createDirectory: true }, (known) => {
      const there = new Set(known.map(({ pattern, action }) => `${action} ${patternKey(pattern)}`));
      const added = rules.filter(({ pattern, action }) => {
        const parsed = parsePattern(pattern);
        return parsed.ok && !there.has(`${action} ${patternKey(parsed.value)}`);
      });
      const index = known.length;
      return ok({ edits: added.length === 0 ? [] : [{ kind: 'insert', at: index, rules: added.map(written) }], index });
    });
  const changed = await keepTrust(locations, write, { allows });
  if (!changed.ok) throw changeError(changed.error);
  return changed.value;
}

/** The lines that would be written; null if the file can't be changed as it is. */
export function diffOfLearned(rules: readonly LearnedRule[], { target }: LearnTarget): readonly string[] | null {
  const text = readTextFile(target.permissions);
  if (!text.ok) return null;
  const before = loadText(splitByteOrderMark(text.value ?? '').text);
  if (!before.ok) return null;
  const at = before.value.policy.rules.length;
  const after = editLoaded(before.value, { kind: 'insert', at, rules: rules.map(written) });
  return after.ok ? lineDiff(before.value.parsed.text, after.value.parsed.text) : null;
}

/** The comment contains the evidence, so that a reader of the file sees why the rule is there. */
function written({ pattern, action, evidence: { calls, sessions, last } }: LearnedRule): WrittenRule {
  if (calls === 0) return { pattern, action, comment: 'learned: keeps the wider rules below from allowing this' };
  const when = last === 0 ? '' : `, last on ${new Date(last).toISOString().slice(0, 10)}`;
  return { pattern, action, comment: `learned: ${plural(calls, 'call')} in ${plural(sessions, 'session')}${when}` };
}
