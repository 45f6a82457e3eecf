import type { Rule } from '@caliban/gate';
import { formatPattern } from '@caliban/gate';
import { readAudit } from '@caliban/storage/internal/audit/read/read-audit';

/** How often each rule decided, according to the last lines of the log. */
export type RuleHits = (rule: Rule) => number;

const MOST_LINES = 50_000;

export async function countHits(log: string): Promise<RuleHits> {
  const hits = new Map<string, number>();
  for await (const { entry } of readAudit({ source: { log }, limit: { kind: 'tail', lines: MOST_LINES } })) {
    if (entry.rule === undefined) continue;
    const key = keyOf(entry.rule.action, entry.rule.pattern, entry.rule.layer);
    hits.set(key, (hits.get(key) ?? 0) + 1);
  }
  return ({ action, pattern, source }) => hits.get(keyOf(action, formatPattern(pattern), source.layer)) ?? 0;
}

function keyOf(action: string, pattern: string, layer: string): string {
  return `${layer}\0${action}\0${pattern}`;
}
