import { statSync } from 'node:fs';
import type { Rule } from '@caliban/gate';
import { rulesOf } from '@caliban/storage/internal/audit/read/logged-entry';
import { readAudit } from '@caliban/storage/internal/audit/read/read-audit';
import { namesOfRule, ruleName } from '../log/rule-names.ts';

/** How many decisions needed each rule, according to the last lines of the log. */
export type RuleHits = (rule: Rule) => number;

const MOST_LINES = 50_000;

export async function countHits(log: string): Promise<RuleHits> {
  const hits = new Map<string, number>();
  for await (const { entry } of readAudit({ source: { log }, limit: { kind: 'tail', lines: MOST_LINES } })) {
    for (const name of new Set(rulesOf(entry).map(ruleName))) hits.set(name, (hits.get(name) ?? 0) + 1);
  }
  return (rule) => namesOfRule(rule).reduce((sum, name) => sum + (hits.get(name) ?? 0), 0);
}

/** Counted again once the log has changed. A log that cannot be read counts nothing. */
export function currentHits(log: string): () => Promise<RuleHits> {
  let counted: { readonly stamp: string; readonly hits: Promise<RuleHits> } | undefined;
  return () => {
    const stamp = stampOf(log);
    if (counted?.stamp !== stamp) counted = { stamp, hits: countHits(log).catch(() => () => 0) };
    return counted.hits;
  };
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino} ${found.size}`;
}
