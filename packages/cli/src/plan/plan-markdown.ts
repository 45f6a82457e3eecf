import { cutMiddle, visible } from '@caliban/calls/text';
import { formatPattern } from '@caliban/gate';
import { grouped } from '../replay/preview.ts';
import { accessOf, type PlanResult } from './plan.ts';
import type { PlanRequest } from './plan-request.ts';
import { CELLS, type Matrix } from './replay-plan.ts';
import {
  ACCESS_TEXTS,
  callsText,
  LEFT,
  MAX_CHANGES,
  MAX_OPENED,
  MAX_UNDECIDED,
  shownOutcomes,
  weeklyText,
} from './show-plan.ts';

/** The same for a comment on a pull request: short, and safe for any content of the rules. */
export function planMarkdown(request: PlanRequest, result: PlanResult): string {
  const { matrix } = result;
  const sections = [
    [titleOf(request)],
    changeTable(result),
    ...(result.access === null ? [] : [accessSection(result)]),
    [callsText(request, result)],
    ...(matrix.calls === 0 ? [] : [matrixTable(matrix), weeklyText(matrix).map((line) => `- ${line}`)]),
    ...(changedCells(matrix).length === 0 ? [] : [cellTable(matrix)]),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function titleOf({ source }: PlanRequest): string {
  return `### What changes in the permission rules${source.kind === 'commit' ? ` since ${code(source.ref)}` : ''}`;
}

function changeTable({ changes }: PlanResult): readonly string[] {
  if (changes.length === 0) return ['No rule changes.'];
  const rows = changes
    .slice(0, MAX_CHANGES)
    .map(({ is, rule: { action, pattern } }) => `| ${is} | ${action} | ${code(formatPattern(pattern))} |`);
  const more = changes.length > MAX_CHANGES ? [`| … | | ${changes.length - MAX_CHANGES} more |`] : [];
  return ['| | action | rule |', '|---|---|---|', ...rows, ...more];
}

function accessSection(result: PlanResult): readonly string[] {
  const { matrix, access } = result;
  const known = [
    ...matrix.opened.map((call) => ({ ...call, how: `${grouped(call.count)}x` })),
    ...(access?.found ?? []).map((call) => ({ ...call, how: 'possible' })),
  ];
  const rows = known
    .slice(0, MAX_OPENED)
    .map(
      ({ how, tool, call, before, after, opening }) =>
        `| ${how} | ${code(`${tool} ${call}`)} | ${code(before)} | ${code(after)}${opening === 'left' ? ', so its agent decides' : ''} |`,
    );
  const more = known.length > MAX_OPENED ? [`| … | ${known.length - MAX_OPENED} more | | |`] : [];
  const undecided = (access?.undecided ?? [])
    .slice(0, MAX_UNDECIDED)
    .map((text) => `- could not be decided: ${code(text)}`);
  return [
    `**${ACCESS_TEXTS[accessOf(result)]}**`,
    ...(rows.length === 0 ? [] : ['', '| | call | before | after |', '|---|---|---|---|', ...rows, ...more]),
    ...(undecided.length === 0 ? [] : ['', ...undecided]),
  ];
}

function matrixTable(matrix: Matrix): readonly string[] {
  const shown = shownOutcomes(matrix);
  const cell = (from: (typeof shown)[number], to: (typeof shown)[number]) => {
    const count = matrix.count({ from, to });
    return from === to || count === 0 ? grouped(count) : `**${grouped(count)}**`;
  };
  return [
    `| before \\ after | ${shown.join(' | ')} |`,
    `|---|${shown.map(() => '--:').join('|')}|`,
    ...shown.map((from) => `| ${from} | ${shown.map((to) => cell(from, to)).join(' | ')} |`),
    ...(shown.includes('left') ? ['', LEFT] : []),
  ];
}

function changedCells(matrix: Matrix): typeof CELLS {
  return CELLS.filter((cell) => cell.from !== cell.to && matrix.count(cell) > 0);
}

function cellTable(matrix: Matrix): readonly string[] {
  const rows = changedCells(matrix).flatMap((cell) =>
    matrix
      .samples(cell, MAX_ROWS)
      .map(({ tool, call, count }) => `| ${cell.from} → ${cell.to} | ${grouped(count)} | ${code(`${tool} ${call}`)} |`),
  );
  return ['| change | calls | most frequent |', '|---|--:|---|', ...rows];
}

const MAX_ROWS = 3;
const MAX_CODE = 160;

/** As a code span, whatever it contains: neither bars of a table nor backticks can end it. */
function code(text: string): string {
  const shown = cutMiddle(visible(text), MAX_CODE).text.replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}
