import type { Rule } from '@caliban/gate';
import { readAudit } from '@caliban/storage/internal/audit/read/read-audit';
import { namesOfRule, ruleName } from '../log/rule-names.ts';

/** How often each rule decided, according to the last lines of the log. */
export type RuleHits = (rule: Rule) => number;

const MOST_LINES = 50_000;

export async function countHits(log: string): Promise<RuleHits> {
  const hits = new Map<string, number>();
  for await (const { entry } of readAudit({ source: { log }, limit: { kind: 'tail', lines: MOST_LINES } })) {
    if (entry.rule === undefined) continue;
    const name = ruleName(entry.rule);
    hits.set(name, (hits.get(name) ?? 0) + 1);
  }
  return (rule) => namesOfRule(rule).reduce((sum, name) => sum + (hits.get(name) ?? 0), 0);
}
