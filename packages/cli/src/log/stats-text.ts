import { plural, visible } from '@caliban/calls/text';
import { formatPattern, type Rule } from '@caliban/gate';
import { shellQuote } from '@caliban/gate/ask';
import type { AuditStats } from '@caliban/storage';
import { type AnswerCounts, type AskedCount, type CallCount, localTime, type NamedCount } from '@caliban/storage/audit';
import type { RuleProposal } from '../learn/rule-proposals.ts';
import { bar, percent } from '../output/bars.ts';
import { inColumns } from '../output/columns.ts';
import { paint } from '../output/paint.ts';
import { rulePlace } from '../output/rule-place.ts';
import { type Here, shortPath } from '../output/short-path.ts';
import { wrapped } from '../output/wrapped.ts';
import type { Terminal } from '../process/terminal.ts';

type Shown = Pick<Terminal, 'colours' | 'columns' | 'cwd' | 'home'>;

/** A conclusion from the numbers. */
export type Advice = {
  readonly neverUsed: readonly Rule[];
  readonly proposals: readonly RuleProposal[];
  readonly learnCommand: string;
};

/** The totals of the log, and the conclusions. */
export function statsText(
  stats: AuditStats,
  { neverUsed, proposals, learnCommand }: Advice,
  terminal: Shown,
): readonly string[] {
  const { decisions, from, to } = stats;
  if (decisions === 0 || from === null || to === null) return ['no decisions'];
  return [
    `${plural(decisions, 'decision')}, ${localTime(from, 'minutes')} to ${localTime(to, 'minutes')}`,
    '',
    ...outcomeRows(stats, terminal),
    ...section('most asked', stats.mostAsked.map(askedRow), { numbers: [0], terminal }),
    ...(proposals.length === 0 ? ruleHint(stats) : []),
    ...section(`\`${visible(learnCommand)}\` would propose`, proposals.map(proposalRow), { numbers: [0], terminal }),
    ...section('most denied', stats.mostDenied.map(callRow), { numbers: [0], terminal }),
    ...section('asked and always answered yes; a rule would save the questions', stats.alwaysAllowed.map(callRow), {
      numbers: [0],
      terminal,
    }),
    ...section('by project', namedRows(stats.projects, decisions, terminal), { numbers: [0, 1], terminal }),
    ...section('by agent', namedRows(stats.hosts, decisions, terminal), { numbers: [0, 1], terminal }),
    ...section(
      'rules used most',
      stats.rules.slice(0, 10).map(({ count, action, pattern, layer }) => [String(count), action, pattern, layer]),
      { numbers: [0], terminal },
    ),
    ...section(
      'allow rules never used',
      neverUsed.map((rule) => [rule.action, formatPattern(rule.pattern), rulePlace(rule, terminal)]),
      { terminal },
    ),
    ...(stats.isApproximate ? ['', 'so many different calls that the rare ones are estimates'] : []),
  ];
}

/** How to avoid the most frequent question. */
function ruleHint({ mostAsked: [first] }: AuditStats): readonly string[] {
  if (first === undefined || first.count < MIN_HINTED || first.call === '') return [];
  const call = visible(`${first.tool} ${shellQuote(first.call)}`);
  return [
    `  ${plural(first.count, 'question')} about ${visible(callText(first.tool, first.call))}: \`caliban perms fix ${call}\` shows rules that settle them`,
  ];
}

const MIN_HINTED = 2;

function proposalRow({ kind, tool, call, count, spared, patterns }: RuleProposal): readonly string[] {
  const counted = spared === count ? String(count) : `${spared} of ${count}`;
  const what = kind === 'asked' ? `question${count === 1 ? '' : 's'} about` : 'left to the agent:';
  return [counted, what, callText(tool, call), patterns.map((each) => `allow ${each}`).join(', ')];
}

function outcomeRows({ decisions, unasked, asked, leftToHost }: AuditStats, terminal: Shown): readonly string[] {
  const rows: readonly (readonly [string, number, 'allow' | 'ask' | 'deny' | null])[] = [
    ['allowed', unasked.allowed, 'allow'],
    ['denied', unasked.denied, 'deny'],
    ['asked', asked.count, 'ask'],
    ...answerRows(asked),
    ...(leftToHost.count === 0 ? [] : ([['left to host', leftToHost.count, null], ...answerRows(leftToHost)] as const)),
  ];
  const widest = Math.max(...rows.map(([, count]) => String(count).length));
  return rows.map(([name, count, action]) => {
    const drawn = bar(count, decisions);
    const painted = paint(action ?? 'dim', drawn, terminal);
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

function namedRows(counts: readonly NamedCount[], decisions: number, here: Here): readonly (readonly string[])[] {
  return counts
    .slice(0, 10)
    .map(({ name, count, asked, denied }) => [
      String(count),
      percent(count, decisions),
      name === '' ? '-' : shortPath(name, here),
      `${asked} asked, ${denied} denied`,
      bar(count, decisions),
    ]);
}

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

/** A tool that is clear from its call alone, like `npm test`, isn't named. */
function callText(tool: string, call: string): string {
  return call === '' ? tool : tool === 'Bash' ? `\`${call}\`` : `${tool} ${call}`;
}

/** Columns of numbers are right-aligned. */
function section(
  title: string,
  rows: readonly (readonly string[])[],
  { numbers = [], terminal }: { readonly numbers?: readonly number[]; readonly terminal: Shown },
): readonly string[] {
  if (rows.length === 0) return [];
  const widths = numbers.map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const aligned = rows.map((row) =>
    row.map((cell, column) => {
      const index = numbers.indexOf(column);
      return visible(index === -1 ? cell : cell.padStart(widths[index] ?? 0));
    }),
  );
  const lines = inColumns(aligned).map((line) => wrapped(`  ${line}`, { indent: 6, terminal }));
  return ['', paint('title', title, terminal), ...lines];
}
