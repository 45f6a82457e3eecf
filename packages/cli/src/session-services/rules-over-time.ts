import type { RuleCounts } from '@caliban/agent/session';
import type { Layer, Rule } from '@caliban/gate';
import { LAYERS } from '@caliban/gate/types';
import { isSameRule } from './rules-in-files.ts';

export type RuleInTime = {
  readonly rule: Rule;
  readonly counts: RuleCounts;
  /** The same rule as the session loaded it; null for one that was written since. */
  readonly loaded: Rule | null;
};

/**
 * The current rules of the files, and between them those that the session still uses although no file contains them any more:
 * each after the rule it used to follow, and after what was written in its place.
 */
export function rulesOverTime(loaded: readonly Rule[], now: readonly Rule[]): readonly RuleInTime[] {
  const left = [...loaded];
  const rows = now.map((rule): RuleInTime => {
    const at = left.findIndex((known) => isSameRule(known, rule));
    const [known = null] = at === -1 ? [] : left.splice(at, 1);
    return { rule, counts: known === null ? 'from-the-next-start' : 'now', loaded: known };
  });
  const removed = new Set(left);
  for (const [at, rule] of loaded.entries()) {
    if (!removed.has(rule)) continue;
    const before = loaded[at - 1];
    let place = rows.findIndex((row) => row.loaded === before) + 1;
    while (isNew(rows[place], rule.source.layer)) place += 1;
    rows.splice(place, 0, { rule, counts: 'until-the-next-start', loaded: rule });
  }
  return rows;
}

function isNew(row: RuleInTime | undefined, upTo: Layer): boolean {
  if (row?.counts !== 'from-the-next-start') return false;
  return LAYERS.indexOf(row.rule.source.layer) <= LAYERS.indexOf(upTo);
}
