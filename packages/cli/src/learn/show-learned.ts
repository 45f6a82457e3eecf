import { plural, visible } from '@caliban/calls/text';
import type { Evidence, Learned, LearnedRule, RefusedRule } from '@caliban/gate/learn';
import type { HistoryReport } from '@caliban/storage/histories';
import { paint } from '../output/paint.ts';
import { wrapped } from '../output/wrapped.ts';
import type { Terminal } from '../process/terminal.ts';
import { filesText, skippedTexts } from '../replay/history-text.ts';
import type { Gathered } from './gather-lessons.ts';
import type { Preview } from './preview-learned.ts';

/** What was read, and what couldn't be. */
export function readingText(report: HistoryReport, gathered: Gathered, since: number): readonly string[] {
  const { calls, unsupervised, unfinished, lessons } = gathered;
  const { teaching, dangerous, unclear, rejected } = lessons.counts;
  const files = filesText(report);
  const counted = [
    [dangerous, 'of a dangerous class'],
    [rejected, 'rejected'],
    [unsupervised, 'in a mode that asks no one'],
    [unfinished, 'not known to have run'],
    [unclear, "that can't be understood"],
  ] as const;
  return [
    files === ''
      ? `No history found since ${day(since)}.`
      : `Read ${plural(calls, 'call')} since ${day(since)}: ${files}.`,
    ...(calls === 0 ? [] : [teachingText(teaching, counted)]),
    ...skippedTexts(report),
  ];
}

function teachingText(teaching: number, others: readonly (readonly [number, string])[]): string {
  const named = others.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
  return named.length === 0
    ? 'All of them can teach.'
    : `${plural(teaching, 'call')} can teach; the others are ${named.join(', ')}.`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** One rule with its evidence, in two or three lines. */
export function ruleText(rule: LearnedRule, now: number, terminal: Pick<Terminal, 'colours' | 'columns'>): string {
  const { pattern, action, evidence, explanation } = rule;
  const head = paint(action, `${action.padEnd(5)} ${visible(pattern)}`, terminal);
  const lines =
    evidence.calls === 0
      ? [explanation]
      : [
          evidenceText(evidence, now),
          `for example ${evidence.examples.map((text) => `\`${visible(text)}\``).join(', ')}`,
        ];
  return [head, ...lines.map((line) => wrapped(`        ${line}`, { indent: 10, terminal }))].join('\n');
}

/** `412 calls in 37 sessions, last 2 days ago`. */
export function evidenceText({ calls, sessions, last }: Evidence, now: number): string {
  const when = last === 0 ? '' : `, last ${now - last > 30 * DAY ? `on ${day(last)}` : ago(now - last)}`;
  return `${plural(calls, 'call')} in ${plural(sessions, 'session')}${when}`;
}

const DAY = 86_400_000;

function ago(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}

export function refusedText(
  { pattern, evidence, witness }: RefusedRule,
  now: number,
  terminal: Pick<Terminal, 'columns'>,
): string {
  const { text, because } = witness;
  const why = {
    class: () => (because.kind === 'class' ? `@${because.class}` : ''),
    rejected: () => 'someone rejected it',
    'own-rule': () => 'a rule of yours stops it',
  }[because.kind]();
  const shown = text.length > MAX_WITNESS ? `${text.slice(0, MAX_WITNESS)}…` : text;
  const lines = [
    `  ${visible(pattern)}  (${evidenceText(evidence, now)})`,
    `        would also allow \`${visible(shown)}\`: ${why}`,
  ];
  return lines.map((line) => wrapped(line, { indent: 10, terminal })).join('\n');
}

/** The end of a line that contains a whole file adds nothing. */
const MAX_WITNESS = 160;

export function previewText({ calls, before, after }: Preview): readonly string[] {
  const row = (name: string, outcome: keyof Preview['before']) =>
    `  ${name.padEnd(22)} ${String(before[outcome]).padStart(8)} ${String(after[outcome]).padStart(8)}`;
  return [
    `What the rules would have said about these ${plural(calls, 'call')}:`,
    `  ${''.padEnd(22)} ${'now'.padStart(8)} ${'then'.padStart(8)}`,
    row('allowed', 'allow'),
    row('no rule decides', 'left'),
    row('asked', 'ask'),
    row('denied', 'deny'),
  ];
}

export function learnedJson({ rules, refused }: Pick<Learned, 'rules' | 'refused'>): object {
  return {
    rules: rules.map(({ evidence, ...rule }) => ({ ...rule, evidence: evidenceJson(evidence) })),
    refused: refused.map(({ pattern, evidence, witness }) => ({
      pattern,
      evidence: evidenceJson(evidence),
      witness: witness.text,
      because: witness.because,
    })),
  };
}

function evidenceJson({ last, ...evidence }: Evidence) {
  return { ...evidence, ...(last === 0 ? {} : { last: new Date(last).toISOString() }) };
}
