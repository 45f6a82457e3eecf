import { type Action, formatPattern, type Rule } from '@caliban/gate';
import { cutText } from '../fields/cut-text.ts';
import { spelledOut } from '../fields/spelled.ts';
import type { DeskRule, RuleCounts } from '../ports.ts';
import type { Line, Tone } from '../screen/line.ts';
import { shortPath } from '../screen/short-path.ts';
import { widthOf } from '../screen/width.ts';

export const ACTION_TONES: Readonly<Record<Action, Tone>> = { allow: 'good', deny: 'bad', ask: 'warning' };

/** Number, action, pattern, comment, layer, file and line, hits; on a narrow screen from the right less and less of it. */
export function ruleRowLine(
  { rule, number, readOnly, hits, counts }: DeskRule,
  { columns, isSelected }: RowLook,
): Line {
  // The pattern comes first: where there is little room, the place stands under the list for the selected rule only.
  const placeColumns = columns >= 130 ? 40 : columns >= 96 ? 24 : 0;
  const right = [
    counts !== 'now' ? COUNTS[counts] : readOnly ? 'read-only' : '',
    columns >= 60 ? rule.source.layer.padEnd(7) : '',
    placeColumns > 0 ? placeOf(rule, placeColumns).padEnd(placeColumns) : '',
    columns >= 50 ? `${hits === null ? '?' : hits}×`.padStart(6) : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
  const left = `${isSelected ? '❯' : ' '}${String(number ?? '-').padStart(4)} `;
  const room = Math.max(4, columns - left.length - 6 - widthOf(right) - 1);
  const pattern = cutText(spelledOut(formatPattern(rule.pattern)), room);
  const comment = rule.comment === undefined ? '' : cutText(`  # ${spelledOut(rule.comment)}`, room - widthOf(pattern));
  const filler = ' '.repeat(Math.max(1, room - widthOf(pattern) - widthOf(comment) + 1));
  return [
    { text: left, tone: isSelected ? 'accent' : 'dim' },
    { text: rule.action.padEnd(6), tone: ACTION_TONES[rule.action] },
    { text: pattern, tone: isSelected ? 'strong' : readOnly ? 'dim' : 'plain' },
    { text: comment, tone: 'dim' },
    { text: filler, tone: 'plain' },
    { text: right, tone: counts === 'now' ? 'dim' : 'warning' },
  ];
}

export const COUNTS: Readonly<Record<Exclude<RuleCounts, 'now'>, string>> = {
  'from-the-next-start': 'from the next start',
  'until-the-next-start': 'removed at the next start',
};

export type RowLook = { readonly columns: number; readonly isSelected: boolean };

export function placeOf({ source: { file, line } }: Rule, columns: number): string {
  if (file === undefined) return '';
  const number = line === undefined ? '' : `:${line}`;
  return `${cutText(shortPath(spelledOut(file), columns - number.length), columns - number.length)}${number}`;
}
