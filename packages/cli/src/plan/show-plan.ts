import { plural, visible } from '@caliban/calls/text';
import { formatPattern } from '@caliban/gate';
import { paint } from '../output/paint.ts';
import type { Terminal } from '../process/terminal.ts';
import { filesText, skippedTexts } from '../replay/history-text.ts';
import { grouped } from '../replay/preview.ts';
import type { ReplayOutcome, ReplaySample } from '../replay/replay.ts';
import { type AccessVerdict, accessOf, type PlanResult } from './plan.ts';
import type { PlanCell, PlanRequest } from './plan-request.ts';
import { CELLS, type Matrix, type OpenedCall } from './replay-plan.ts';

/** The whole plan for a person at a terminal. */
export function planText(request: PlanRequest, result: PlanResult, terminal: Pick<Terminal, 'colours'>): string {
  const { matrix } = result;
  const sections = [
    [`${subjectText(request)}:`, ...changesText(result, terminal)],
    [callsText(request, result), ...skippedTexts(result.report), ...unloadableText(result)],
    ...(matrix.calls === 0 ? [] : [[...matrixText(matrix), '', ...weeklyText(matrix)]]),
    ...shownCells(request, matrix).map((cell) => cellText(cell, request, matrix)),
    ...(result.access === null ? [] : [accessText(result, terminal)]),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Which file, compared with what. */
export function subjectText({ source, scope, locations }: PlanRequest): string {
  const file = locations.layers.find(({ layer }) => layer === scope)?.permissions ?? scope;
  switch (source.kind) {
    case 'files':
      return `Changes to ${visible(file)}`;
    case 'draft':
      return `${visible(source.file)} in place of ${visible(file)}`;
    case 'commit':
      return `${visible(file)}, compared with ${visible(source.ref)}`;
  }
}

function changesText({ changes }: PlanResult, terminal: Pick<Terminal, 'colours'>): readonly string[] {
  if (changes.length === 0) return ['  no rule changes'];
  const lines = changes.slice(0, MAX_CHANGES).map(({ is, rule: { action, pattern } }) => {
    const line = `${is === 'added' ? '+' : '-'} ${action.padEnd(5)} ${visible(formatPattern(pattern))}`;
    return `  ${is === 'added' ? paint(action, line, terminal) : line}`;
  });
  return changes.length > MAX_CHANGES ? [...lines, `  and ${changes.length - MAX_CHANGES} more`] : lines;
}

export const MAX_CHANGES = 40;

export function callsText({ history, calls }: PlanRequest, { matrix, report }: PlanResult): string {
  const since = new Date(history.since).toISOString().slice(0, 10);
  const files = [filesText(report), ...(calls === undefined ? [] : [visible(calls)])].filter((text) => text !== '');
  if (matrix.calls === 0) return `No past calls since ${since}, so only the rules themselves were compared.`;
  return `Replayed ${grouped(matrix.calls)} ${matrix.calls === 1 ? 'call' : 'calls'} since ${since}: ${files.join(', ')}.`;
}

function unloadableText({ unloadable }: PlanResult): readonly string[] {
  return unloadable.map(
    (workspace) => `the rules of ${visible(workspace)} don't load; its calls are judged without them`,
  );
}

/** `left` only if it occurs. */
export function shownOutcomes(matrix: Matrix): readonly ReplayOutcome[] {
  const isLeft = CELLS.some((cell) => (cell.from === 'left' || cell.to === 'left') && matrix.count(cell) > 0);
  return isLeft ? ['allow', 'left', 'ask', 'deny'] : ['allow', 'ask', 'deny'];
}

function matrixText(matrix: Matrix): readonly string[] {
  const shown = shownOutcomes(matrix);
  const line = (head: string, cells: readonly string[]) =>
    `  ${head.padEnd(14)}${cells.map((cell) => cell.padStart(10)).join('')}`;
  return [
    line('before \\ after', shown),
    ...shown.map((from) =>
      line(
        from,
        shown.map((to) => grouped(matrix.count({ from, to }))),
      ),
    ),
    ...(shown.includes('left') ? [`  ${LEFT}`] : []),
  ];
}

export const LEFT = 'left: no written rule decides, so the agent goes by its own rules; as a rule it asks';

/** How many calls a week end in an outcome, before and after. */
export function weekly(matrix: Matrix, outcome: ReplayOutcome): { readonly before: number; readonly after: number } {
  const sum = (isMeant: (cell: PlanCell) => boolean) =>
    Math.round(CELLS.filter(isMeant).reduce((all, cell) => all + matrix.count(cell), 0) / matrix.weeks);
  return { before: sum(({ from }) => from === outcome), after: sum(({ to }) => to === outcome) };
}

export function weeklyText(matrix: Matrix): readonly string[] {
  const line = (name: string, { before, after }: ReturnType<typeof weekly>) => {
    const change =
      before === after
        ? ''
        : before > after
          ? ` (${grouped(before - after)} saved)`
          : ` (${grouped(after - before)} more)`;
    return `${name} a week: ${grouped(before)} before, ${grouped(after)} after${change}`;
  };
  const left = shownOutcomes(matrix).includes('left');
  return [
    line('Questions', weekly(matrix, 'ask')),
    ...(left ? [line('Left to the agent', weekly(matrix, 'left'))] : []),
  ];
}

/** The cells that change, and those that were requested. */
function shownCells({ details }: PlanRequest, matrix: Matrix): readonly PlanCell[] {
  return CELLS.filter(
    (cell) => matrix.count(cell) > 0 && (cell.from !== cell.to || details === 'all' || isAskedFor(cell, details)),
  );
}

function isAskedFor({ from, to }: PlanCell, details: PlanRequest['details']): boolean {
  return details === 'all' || (details !== 'none' && details.from === from && details.to === to);
}

function cellText(cell: PlanCell, { details }: PlanRequest, matrix: Matrix): readonly string[] {
  const isWhole = isAskedFor(cell, details);
  const samples = matrix.samples(cell, isWhole ? Number.POSITIVE_INFINITY : MAX_SAMPLES);
  const rest = matrix.count(cell) - samples.reduce((sum, { count }) => sum + count, 0);
  const more = isWhole ? 'that are too rare to be kept' : `; --details ${cell.from}-${cell.to} lists them`;
  return [
    `${cell.from} -> ${cell.to}, ${plural(matrix.count(cell), 'call')}:`,
    ...samples.map(sampleLine),
    ...(rest === 0 ? [] : [`          and ${plural(rest, 'call')} more${isWhole ? ` ${more}` : more}`]),
  ];
}

export const MAX_SAMPLES = 5;

function sampleLine({ tool, call, count }: ReplaySample): string {
  return `  ${`${grouped(count)}x`.padStart(6)}  ${visible(tool)} ${visible(call)}`;
}

export const ACCESS_TEXTS: Readonly<Record<AccessVerdict, string>> = {
  none: 'No new access: nothing that was stopped gets through.',
  new: 'New access: calls are allowed that were not.',
  undecided: 'Could not be decided: it is not shown that nothing new gets through.',
};

function accessText(result: PlanResult, terminal: Pick<Terminal, 'colours'>): readonly string[] {
  const verdict = accessOf(result);
  const head = paint(
    verdict === 'none' ? 'allow' : verdict === 'new' ? 'deny' : 'ask',
    ACCESS_TEXTS[verdict],
    terminal,
  );
  return [head, ...accessLines(result).map((line) => `  ${line}`)];
}

/** Calls that are newly let through, and changes that couldn't be shown safe. */
function accessLines({ matrix, access }: PlanResult): readonly string[] {
  const opened = matrix.opened
    .slice(0, MAX_OPENED)
    .flatMap((call) => openedLines(call, `${grouped(call.count)}x in the replay`));
  const found = (access?.found ?? [])
    .slice(0, MAX_OPENED)
    .flatMap((witness) => openedLines({ count: 0, ...witness }, 'for example'));
  const others = (known: number, shown: number, what: string) =>
    known > shown ? [`and ${known - shown} more ${what}`] : [];
  const undecided = access?.undecided ?? [];
  return [
    ...opened,
    ...others(matrix.opened.length, MAX_OPENED, 'calls of the replay'),
    ...found,
    ...others(access?.found.length ?? 0, MAX_OPENED, 'changed rules'),
    ...undecided.slice(0, MAX_UNDECIDED).map((text) => `could not be decided: ${visible(text)}`),
    ...others(undecided.length, MAX_UNDECIDED, 'that could not be decided'),
  ];
}

export const MAX_OPENED = 10;
export const MAX_UNDECIDED = 20;

function openedLines({ tool, call, opening, before, after }: OpenedCall, how: string): readonly string[] {
  const now = opening === 'left' ? `${after}: the agent's own rules may allow it` : after;
  return [`${how}: ${visible(tool)} ${visible(call)}`, `    before  ${before}`, `    after   ${now}`];
}
