import type { ListedRule, RuleCounts } from '@caliban/agent/session';
import { spelledOut } from '@caliban/calls/text';
import { type Action, formatPattern, type Layer, type Rule } from '@caliban/gate';
import { cutText } from '../screen/cut-text.ts';
import type { Line, Tone } from '../screen/line.ts';
import { shortPath } from '../screen/short-path.ts';
import { widthOf } from '../screen/width.ts';

export const ACTION_TONES: Readonly<Record<Action, Tone>> = { allow: 'good', deny: 'bad', ask: 'warning' };

/** Number, action, pattern, comment, layer, file and line, hits; a narrow screen leaves out columns from the right. */
export function ruleRowLine({ rule, savedAs, number, readOnly, hits, counts }: ListedRule, columns: number): Line {
  // The pattern has priority: on a narrow screen the place is shown below the list, for the selected rule only.
  const placeColumns = columns >= 130 ? 40 : columns >= 92 ? 26 : 0;
  const kept = savedAs ?? rule;
  const right = [
    counts === 'now' ? '' : COUNTS[counts],
    columns >= 60 ? LAYER_NAMES[kept.source.layer].padEnd(LAYER_COLUMNS) : '',
    placeColumns > 0 ? padded(placeOf(kept, placeColumns), placeColumns) : '',
    columns >= 50 ? `${hits === null ? '?' : hits}×`.padStart(6) : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
  const left = `${String(number ?? '-').padStart(4)}  `;
  const room = Math.max(4, columns - left.length - 6 - widthOf(right) - 1);
  const pattern = cutText(spelledOut(formatPattern(rule.pattern)), room);
  const comment = rule.comment === undefined ? '' : cutText(`  # ${spelledOut(rule.comment)}`, room - widthOf(pattern));
  const filler = ' '.repeat(Math.max(1, room - widthOf(pattern) - widthOf(comment) + 1));
  return [
    { text: left, tone: 'dim' },
    { text: rule.action.padEnd(6), tone: ACTION_TONES[rule.action] },
    { text: pattern, tone: readOnly ? 'dim' : 'plain' },
    { text: comment, tone: 'dim' },
    { text: filler, tone: 'plain' },
    { text: right, tone: counts === 'now' ? 'dim' : 'warning' },
  ];
}

function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** The names that people use. */
export const LAYER_NAMES: Readonly<Record<Layer, string>> = {
  managed: 'managed',
  runtime: 'session',
  cli: 'flag',
  local: 'local',
  project: 'project',
  user: 'user',
  builtin: 'built-in',
};
const LAYER_COLUMNS = 8;

export const COUNTS: Readonly<Record<Exclude<RuleCounts, 'now'>, string>> = {
  'from-the-next-start': 'after a restart',
  'until-the-next-start': 'gone after a restart',
};

export function placeOf({ source: { file, line } }: Rule, columns: number): string {
  if (file === undefined) return '';
  const number = line === undefined ? '' : `:${line}`;
  return `${cutText(shortPath(spelledOut(file), columns - number.length), columns - number.length)}${number}`;
}
