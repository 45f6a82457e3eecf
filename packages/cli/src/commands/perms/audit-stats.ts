import { formatPattern, type Rule } from '@caliban/gate';
import { plural } from '@caliban/gate/internal/text/plural';
import { visible } from '@caliban/gate/internal/text/visible';
import { type AuditStats, AuditTally, type CallCount } from '@caliban/storage/internal/audit/read/audit-stats';
import type { AuditLine } from '@caliban/storage/internal/audit/read/logged-entry';
import { loadRules } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import { namesOfRule, ruleName } from '../../log/rule-names.ts';
import { inColumns } from '../../output/columns.ts';
import { jsonText } from '../../output/json.ts';
import { ruleJson } from '../../output/rule-json.ts';
import { rulePlace } from '../../output/rule-place.ts';
import type { Terminal } from '../../process/terminal.ts';

export type StatsOptions = { readonly locations: Locations; readonly json: boolean };

/** `perms audit --stats`: what the log says in sum, and which rules of the files it never mentions. */
export async function showStats(
  lines: AsyncIterable<AuditLine>,
  { locations, json }: StatsOptions,
  terminal: Terminal,
): Promise<void> {
  const tally = new AuditTally();
  for await (const { entry } of lines) tally.add(entry);
  const stats = tally.stats();
  const { policy } = await loadRules(locations);
  const neverUsed = policy.ok ? unusedRules(policy.value.rules, stats) : [];
  if (!policy.ok)
    terminal.err('warning: a rule file does not load, so unused rules cannot be told; see `caliban perms lint`\n');

  if (json) {
    terminal.out(jsonText({ ...stats, neverUsed: neverUsed.map(ruleJson) }));
    return;
  }
  for (const line of statsText(stats, neverUsed)) terminal.out(`${line}\n`);
}

/** Built-in rules are no one's to tidy up. */
function unusedRules(rules: readonly Rule[], stats: AuditStats): readonly Rule[] {
  const used = new Set(stats.rules.map(ruleName));
  return rules.filter((rule) => rule.source.layer !== 'builtin' && !namesOfRule(rule).some((name) => used.has(name)));
}

function statsText(stats: AuditStats, neverUsed: readonly Rule[]): readonly string[] {
  const { decisions, from, to, outcomes } = stats;
  if (decisions === 0) return ['no decisions'];
  return [
    `${plural(decisions, 'decision')} from ${from} to ${to}: ${outcomes.allow} allowed, ${outcomes.deny} denied, ${outcomes['handed-over']} handed over, ${outcomes['left-to-host']} left to host`,
    ...section('most asked', stats.mostAsked.map(callRow)),
    ...section('most denied', stats.mostDenied.map(callRow)),
    ...section('asked and always answered yes; a rule would save the questions', stats.alwaysAllowed.map(callRow)),
    ...section(
      'rules that decided most',
      stats.rules.slice(0, 10).map(({ count, action, pattern, layer }) => [String(count), action, pattern, layer]),
    ),
    ...section(
      'rules never used',
      neverUsed.map((rule) => [rule.action, formatPattern(rule.pattern), rulePlace(rule)]),
    ),
    ...(stats.isApproximate ? ['', 'so many different calls that the rare ones are estimates'] : []),
  ];
}

function callRow({ tool, call, count }: CallCount): readonly string[] {
  return [String(count), tool, call];
}

function section(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  return ['', title, ...inColumns(rows.map((row) => row.map(visible))).map((line) => `  ${line}`)];
}
