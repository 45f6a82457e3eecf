import { plural, spelledOut } from '@caliban/calls/text';
import { describeVerdict, type Explanation, formatPattern } from '@caliban/gate';
import type { ExplainedPart, TriedRule } from '@caliban/gate/inspect';
import { textLines } from '../fields/section-lines.ts';
import { cutText } from '../screen/cut-text.ts';
import { type Line, lineText, type Tone } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';
import { ACTION_TONES, LAYER_NAMES, placeOf } from './rule-row-line.ts';

/** The rows, created on demand: parts times rules can be many. */
export type WalkRows = { readonly total: number; readonly rowAt: (at: number) => Line };

export type WalkLook = {
  readonly columns: number;
  /** Includes rules that don't match. */
  readonly isWhole: boolean;
};

/** The verdict, then each part with the rules that match it: the one that decides first. */
export function walkRows({ verdict, parts }: Explanation, { columns, isWhole }: WalkLook): WalkRows {
  const said = textLines(describeVerdict(verdict), { columns, tone: ACTION_TONES[verdict.action] });
  const sections = parts.map((part) => sectionOf(part, isWhole));
  const total = sections.reduce((rows, { length }) => rows + length, said.length);
  return { total, rowAt };

  function rowAt(at: number): Line {
    const first = said[at];
    if (first !== undefined) return first;
    let left = at - said.length;
    for (const section of sections) {
      if (left < section.length) return section.rowAt(left, columns);
      left -= section.length;
    }
    return [];
  }
}

type Section = { readonly length: number; readonly rowAt: (at: number, columns: number) => Line };

function sectionOf(part: ExplainedPart, isWhole: boolean): Section {
  const numbered = part.tried.map((tried, index) => ({ tried, number: index + 1 }));
  const shown = isWhole ? numbered : numbered.filter(({ tried }) => tried.matches).sort(decidingFirst);
  const hidden = numbered.length - shown.length;
  return {
    length: 2 + shown.length + (hidden === 0 ? 0 : 1),
    rowAt(at, columns) {
      if (at === 0) return [];
      if (at === 1) return partLine(part);
      const row = shown[at - 2];
      return row === undefined ? hiddenLine(hidden) : triedLine(row.tried, row.number, columns);
    },
  };
}

type Numbered = { readonly tried: TriedRule; readonly number: number };

function decidingFirst(one: Numbered, other: Numbered): number {
  return Number(other.tried.decides) - Number(one.tried.decides) || one.number - other.number;
}

function hiddenLine(count: number): Line {
  const does = count === 1 ? 'does' : 'do';
  return [{ text: `      ${plural(count, 'rule')} ${does} not match (ctrl+o shows all)`, tone: 'dim' }];
}

function partLine({ part, verdict }: ExplainedPart): Line {
  const name = part === undefined ? 'the call' : partName(part);
  const said = verdict === null ? 'needs no rule' : verdict.action;
  return [
    { text: `${name} → `, tone: 'strong' },
    { text: said, tone: verdict === null ? 'dim' : ACTION_TONES[verdict.action] },
  ];
}

function partName({ kind, number, of, text }: NonNullable<ExplainedPart['part']>): string {
  const what = kind === 'line' ? 'the line as a whole' : `part ${number} of ${of} (${kind})`;
  return `${what}: ${spelledOut(text)}`;
}

function triedLine({ rule, matches, decides }: TriedRule, number: number, columns: number): Line {
  const tone: Tone = matches ? ACTION_TONES[rule.action] : 'dim';
  const room = Math.max(8, Math.floor((columns - 16) / 2));
  const pattern = cutText(spelledOut(formatPattern(rule.pattern)), room);
  const mark = decides ? '◀ decides' : '';
  const before: Line = [
    { text: `  ${decides ? MARKS[rule.action] : matches ? '·' : ' '} `, tone },
    { text: `${String(number).padStart(4)} ${rule.action.padEnd(6)}`, tone },
    { text: pattern, tone: decides ? 'strong' : matches ? 'plain' : 'dim' },
    {
      text: `${' '.repeat(Math.max(1, Math.min(room, columns < 90 ? FEW_PATTERN_COLUMNS : PATTERN_COLUMNS) - widthOf(pattern) + 1))}`,
      tone: 'plain',
    },
    { text: mark.padEnd(MARK_COLUMNS), tone },
    { text: ` ${LAYER_NAMES[rule.source.layer]} `, tone: 'dim' },
  ];
  return [...before, { text: placeOf(rule, Math.max(12, columns - widthOf(lineText(before)))), tone: 'dim' }];
}

const PATTERN_COLUMNS = 32;
/** On a narrow screen: the place needs room for a file and a line. */
const FEW_PATTERN_COLUMNS = 20;
const MARK_COLUMNS = 9;

/** As in `perms explain`: of the matching rules, the one that decides has a mark. */
const MARKS = { allow: '✓', deny: '✗', ask: '?' } as const;
