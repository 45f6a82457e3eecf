import type { Rule } from '@caliban/gate';
import { shellQuote } from '@caliban/gate/ask';
import { type AuditLine, type AuditStats, AuditTally, type Locations, loadRules } from '@caliban/storage';
import type { Args } from '../../command-line/args.ts';
import { ruleProposals } from '../../learn/rule-proposals.ts';
import { IN_PROJECT, namesOfRule, ruleName } from '../../log/rule-names.ts';
import { statsText } from '../../log/stats-text.ts';
import { jsonText } from '../../output/json.ts';
import { ruleJson } from '../../output/rule-json.ts';
import type { Terminal } from '../../process/terminal.ts';

/** The locations are those of the project whose rules are compared with the log. */
export type StatsOptions = {
  readonly locations: Locations;
  readonly json: boolean;
  readonly args: Args;
  /** In milliseconds since 1970. */
  readonly since: number | undefined;
};

/** `perms audit --stats`: totals of the log, and the allow rules that no decision needed. */
export async function showStats(
  lines: AsyncIterable<AuditLine>,
  { locations, json, args, since }: StatsOptions,
  terminal: Terminal,
): Promise<void> {
  const tally = new AuditTally();
  for await (const line of lines) tally.add(line);
  const stats = tally.stats();
  const { policy } = await loadRules(locations, { unanswered: 'use' });
  const neverUsed = policy.ok ? unusedRules(policy.value.rules, stats, locations) : [];
  if (!policy.ok)
    terminal.err('warning: a rule file does not load, so unused rules are not known; see `caliban perms lint`\n');

  const learning = { args, locations, since: since ?? Date.now() - LEARNED_MS, json };
  const isWorthALook = policy.ok && stats.asked.count + stats.leftToHost.count > 0;
  const proposals = isWorthALook ? await ruleProposals(learning, terminal) : [];

  if (json) {
    terminal.out(jsonText({ ...stats, neverUsed: neverUsed.map(ruleJson), proposals }));
    return;
  }
  const written = args.text('since');
  const learnCommand = `caliban perms learn --from log${written === undefined ? '' : ` --since ${quoted(written)}`}`;
  for (const line of statsText(stats, { neverUsed, proposals, learnCommand }, terminal)) terminal.out(`${line}\n`);
}

function quoted(word: string): string {
  return /^[\w:.-]+$/.test(word) ? word : shellQuote(word);
}

/** As far back as `perms learn` reads. */
const LEARNED_MS = 30 * 86_400_000;

/** Only allows: a deny or ask that never applied is a safety net. A project's rules apply to decisions of that project only. */
function unusedRules(rules: readonly Rule[], stats: AuditStats, { workspace }: Locations): readonly Rule[] {
  const used = new Set(stats.rules.map(ruleName));
  const isWorkspaceSeen = stats.projects.some(({ name }) => name === workspace || name.startsWith(`${workspace}/`));
  const isCompared = ({ action, source: { layer } }: Rule) =>
    action === 'allow' && layer !== 'builtin' && (isWorkspaceSeen || !IN_PROJECT.has(layer));
  return rules.filter((rule) => isCompared(rule) && !namesOfRule(rule).some((name) => used.has(name)));
}
