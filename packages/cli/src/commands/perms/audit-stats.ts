import { formatPattern, type Rule } from '@caliban/gate';
import { shellQuote } from '@caliban/gate/internal/ask/shell-quote';
import { plural } from '@caliban/gate/internal/text/plural';
import { visible } from '@caliban/gate/internal/text/visible';
import {
  type AnswerCounts,
  type AskedCount,
  type AuditStats,
  AuditTally,
  type CallCount,
  type NamedCount,
} from '@caliban/storage/internal/audit/read/audit-stats';
import { localTime } from '@caliban/storage/internal/audit/read/local-time';
import type { AuditLine } from '@caliban/storage/internal/audit/read/logged-entry';
import { loadRules } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import { IN_PROJECT, namesOfRule, ruleName } from '../../log/rule-names.ts';
import { inColumns } from '../../output/columns.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { ruleJson } from '../../output/rule-json.ts';
import { rulePlace } from '../../output/rule-place.ts';
import type { Terminal } from '../../process/terminal.ts';

/** The locations are those of the project whose rules are compared with the log. */
export type StatsOptions = { readonly locations: Locations; readonly json: boolean };

/** `perms audit --stats`: totals of the log, and the allow rules that no decision needed. */
export async function showStats(
  lines: AsyncIterable<AuditLine>,
  { locations, json }: StatsOptions,
  terminal: Terminal,
): Promise<void> {
  const tally = new AuditTally();
  for await (const line of lines) tally.add(line);
  const stats = tally.stats();
  const { policy } = await loadRules(locations, { unanswered: 'use' });
  const neverUsed = policy.ok ? unusedRules(policy.value.rules, stats, locations) : [];
  if (!policy.ok)
    terminal.err('warning: a rule file does not load, so unused rules are not known; see `caliban perms lint`\n');

  if (json) {
    terminal.out(jsonText({ ...stats, neverUsed: neverUsed.map(ruleJson) }));
    return;
  }
  for (const line of statsText(stats, neverUsed, terminal)) terminal.out(`${line}\n`);
}

/** Only allows: a deny or ask that never applied is a safety net. A project's rules apply to decisions of that project only. */
function unusedRules(rules: readonly Rule[], stats: AuditStats, { workspace }: Locations): readonly Rule[] {
  const used = new Set(stats.rules.map(ruleName));
  const isWorkspaceSeen = stats.projects.some(({ name }) => name === workspace || name.startsWith(`${workspace}/`));
  const isCompared = ({ action, source: { layer } }: Rule) =>
    action === 'allow' && layer !== 'builtin' && (isWorkspaceSeen || !IN_PROJECT.has(layer));
  return rules.filter((rule) => isCompared(rule) && !namesOfRule(rule).some((name) => used.has(name)));
}

type Colours = Pick<Terminal, 'colours'>;

function statsText(stats: AuditStats, neverUsed: readonly Rule[], colours: Colours): readonly string[] {
  const { decisions, from, to } = stats;
  if (decisions === 0 || from === null || to === null) return ['no decisions'];
  return [
    `${plural(decisions, 'decision')}, ${localTime(from, 'minutes')} to ${localTime(to, 'minutes')}`,
    '',
    ...outcomeRows(stats, colours),
    ...section('most asked', stats.mostAsked.map(askedRow), [0]),
    ...ruleHint(stats),
    ...section('most denied', stats.mostDenied.map(callRow), [0]),
    ...section('asked and always answered yes; a rule would save the questions', stats.alwaysAllowed.map(callRow), [0]),
    ...section('by project', namedRows(stats.projects, decisions), [0, 1]),
    ...section('by agent', namedRows(stats.hosts, decisions), [0, 1]),
    ...section(
      'rules used most',
      stats.rules.slice(0, 10).map(({ count, action, pattern, layer }) => [String(count), action, pattern, layer]),
      [0],
    ),
    ...section(
      'allow rules never used',
      neverUsed.map((rule) => [rule.action, formatPattern(rule.pattern), rulePlace(rule)]),
    ),
    ...(stats.isApproximate ? ['', 'so many different calls that the rare ones are estimates'] : []),
  ];
}

/** How to get rid of the most frequent question. */
function ruleHint({ mostAsked: [first] }: AuditStats): readonly string[] {
  if (first === undefined || first.count < MIN_HINTED || first.call === '') return [];
  const call = visible(`${first.tool} ${shellQuote(first.call)}`);
  return [
    `  ${plural(first.count, 'question')} about ${visible(callText(first.tool, first.call))}: \`caliban perms fix ${call}\` shows rules that settle them, \`caliban perms learn\` proposes rules for all`,
  ];
}

const MIN_HINTED = 2;

function outcomeRows({ decisions, unasked, asked, leftToHost }: AuditStats, colours: Colours): readonly string[] {
  const rows: readonly (readonly [string, number, 'allow' | 'ask' | 'deny' | null])[] = [
    ['allowed', unasked.allowed, 'allow'],
    ['denied', unasked.denied, 'deny'],
    ['asked', asked.count, 'ask'],
    ...answerRows(asked),
    ...(leftToHost.count === 0 ? [] : ([['left to host', leftToHost.count, null], ...answerRows(leftToHost)] as const)),
  ];
  const widest = Math.max(...rows.map(([, count]) => String(count).length));
  return rows.map(([name, count, action]) => {
    const bar = barOf(count, decisions);
    const painted = action === null || bar === '' ? bar : paint(action, bar, colours);
    const share = percent(count, decisions).padStart(4);
    return `  ${name.padEnd(16)}  ${String(count).padStart(widest)}  ${share}  ${painted}`.trimEnd();
  });
}

function answerRows({ count, ran, refused, noAnswerSeen }: AnswerCounts): readonly (readonly [string, number, null])[] {
  if (count === 0) return [];
  return [
    ['  ran', ran, null],
    ['  refused', refused, null],
    ['  no answer seen', noAnswerSeen, null],
  ];
}

function namedRows(counts: readonly NamedCount[], decisions: number): readonly (readonly string[])[] {
  return counts
    .slice(0, 10)
    .map(({ name, count, asked, denied }) => [
      String(count),
      percent(count, decisions),
      name === '' ? '-' : name,
      `${asked} asked, ${denied} denied`,
      barOf(count, decisions),
    ]);
}

function percent(count: number, of: number): string {
  const share = (100 * count) / of;
  return share > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`;
}

/** At least one character for what happened at all. */
function barOf(count: number, of: number): string {
  return '█'.repeat(count === 0 ? 0 : Math.max(1, Math.round((BAR * count) / of)));
}

const BAR = 24;

function askedRow({ tool, call, count, ran, refused, noAnswerSeen }: AskedCount): readonly string[] {
  const results = [
    ...(ran > 0 ? [`${ran} ran`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(noAnswerSeen > 0 ? [`${noAnswerSeen} no answer seen`] : []),
  ];
  return [String(count), `question${count === 1 ? '' : 's'} about`, callText(tool, call), results.join(', ')];
}

function callRow({ tool, call, count }: CallCount): readonly string[] {
  return [String(count), callText(tool, call)];
}

/** A tool known by its call alone, like `npm test`, isn't named. */
function callText(tool: string, call: string): string {
  return call === '' ? tool : tool === 'Bash' ? `\`${call}\`` : `${tool} ${call}`;
}

/** Columns of numbers are aligned at their right. */
function section(
  title: string,
  rows: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): readonly string[] {
  if (rows.length === 0) return [];
  const widths = numbers.map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const aligned = rows.map((row) =>
    row.map((cell, column) => {
      const index = numbers.indexOf(column);
      return visible(index === -1 ? cell : cell.padStart(widths[index] ?? 0));
    }),
  );
  return ['', title, ...inColumns(aligned).map((line) => `  ${line}`)];
}
